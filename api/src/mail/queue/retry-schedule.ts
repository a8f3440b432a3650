// When an attempt is repeated. Whether it is depends on its outcome: see leases.ts.

/**
 * The maximum number of attempts, by table. With the waits in between, the last attempt comes about a day and a half
 * after the first for an email, and three days for a webhook.
 */
export const MOST_ATTEMPTS = { mails: 15, events: 21 } as const

/** Returns the wait in seconds: 1, 2, 4 … minutes, at most 6 hours. */
export const waitAfter = (attempts: number): number => Math.min(60 * 2 ** (attempts - 1), 21_600)
