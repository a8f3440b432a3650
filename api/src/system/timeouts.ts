/** Slow clients are disconnected. The database has its own limit (see pool.ts). In milliseconds. */
export const TIMEOUTS = {
  /** A whole request, from its first byte or from the start of the connection. */
  requestTimeout: 15_000,
  /** An idle connection. Longer than nginx keeps one (see nginx/upstream.conf). */
  keepAliveTimeout: 72_000,
  http: {
    headersTimeout: 8_000,
    /** How often Node checks the limits; its default adds half a minute. */
    connectionsCheckingInterval: 1_000,
  },
} as const
