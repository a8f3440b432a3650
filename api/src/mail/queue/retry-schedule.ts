// When attempts are repeated. leases.ts decides whether they are.

/**
 * The maximum number of attempts, by table. With the waits in between, an email's last attempt comes about a day and a
 * half after its first, and a webhook's about three days after.
 */
export const MOST_ATTEMPTS = { mails: 15, events: 21 } as const

/** Returns the wait in seconds: 1, 2, 4 … minutes, at most 6 hours. */
export const waitAfter = (attempts: number): number => Math.min(60 * 2 ** (attempts - 1), 21_600)
