/** In milliseconds. The page then reports a failure. */
const TIMEOUT = 15_000

/** Safari 15 has no AbortSignal.timeout and sets its own limit. */
const timeLimit = (): AbortSignal | null =>
  'timeout' in AbortSignal ? AbortSignal.timeout(TIMEOUT) : null

/** @throws when there is no response in time */
export const postJson = (path: string, body: object): Promise<Response> =>
  fetch(path, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
    signal: timeLimit(),
  })

/** The response may come from a CDN, not from our API: there `error` is often an object. */
export const words = (value: unknown): string => (typeof value === 'string' ? value : '')

export const members = (value: unknown): Record<string, unknown> =>
  typeof value === 'object' ? { ...value } : {}
