const isClosed = ({ cause }: Error): boolean =>
  cause instanceof Error && 'code' in cause && cause.code === 'UND_ERR_SOCKET'

/**
 * `fetch` with one retry after a connection that was closed without a response. nginx may close
 * between two requests (RFC 9112, section 9.3.1). It also closes after it refused a body that is
 * still being sent, and in 1 % of cases Node reports only the closed connection.
 */
export async function fetchAgain(url: string, init?: RequestInit): Promise<Response> {
  try {
    return await fetch(url, init)
  } catch (error) {
    if (!(error instanceof Error && isClosed(error))) throw error
    return fetch(url, init)
  }
}
