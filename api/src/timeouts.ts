/**
 * Slower senders are cut off, so that they cannot hold connections: a request is a few
 * hundred bytes. What handlers wait for has its own limit (see db.ts). In milliseconds.
 */
export const TIMEOUTS = {
  /** A whole request, from its first byte, or from when the connection was made. */
  requestTimeout: 15_000,
  /** An idle connection. Longer than nginx keeps its own (see nginx/upstream.conf). */
  keepAliveTimeout: 72_000,
  http: {
    headersTimeout: 8_000,
    /** How often Node looks for what is too slow; its default adds half a minute. */
    connectionsCheckingInterval: 1_000,
  },
} as const
