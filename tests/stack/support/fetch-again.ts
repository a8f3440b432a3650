import { setTimeout as delay } from 'node:timers/promises'

/** How long a busy API is asked again. In milliseconds. */
const PATIENCE = 30_000

const isClosed = ({ cause }: Error): boolean =>
  cause instanceof Error && 'code' in cause && cause.code === 'UND_ERR_SOCKET'

/**
 * `fetch` with one retry after a connection that was closed without a response. nginx may close
 * between two requests (RFC 9112, section 9.3.1). It also closes after it refused a body that is
 * still being sent, and in 1 % of cases Node reports only the closed connection.
 */
async function fetchOnceMore(url: string, init?: RequestInit): Promise<Response> {
  try {
    return await fetch(url, init)
  } catch (error) {
    if (!(error instanceof Error && isClosed(error))) throw error
    return fetch(url, init)
  }
}

/** That `fetch`, again for 30 s while the API is busy (503): on a loaded machine, it is. */
export async function fetchAgain(url: string, init?: RequestInit): Promise<Response> {
  const end = Date.now() + PATIENCE
  for (;;) {
    const response = await fetchOnceMore(url, init)
    if (response.status !== 503 || Date.now() > end) return response
    await response.body?.cancel()
    await delay(1000)
  }
}
