const isClosed = ({ cause }: Error): boolean =>
  cause instanceof Error && 'code' in cause && cause.code === 'UND_ERR_SOCKET'

/**
 * `fetch`, and once more when nginx has closed the connection without an answer that was heard:
 * it may do so between two requests (RFC 9112, section 9.3.1), and does after it has refused a
 * body that is still being sent, which Node takes for a failure in one of a hundred.
 */
export async function ask(url: string, init?: RequestInit): Promise<Response> {
  try {
    return await fetch(url, init)
  } catch (error) {
    if (!(error instanceof Error && isClosed(error))) throw error
    return fetch(url, init)
  }
}
