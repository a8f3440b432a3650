import type { Ending } from '../mail/transport/smtp.ts'

/** The receiver must respond within this time. Keep it far below an event's lease. */
const TIMEOUT_MS = 10_000

/** Another attempt may succeed after these 4xx responses (RFC 9110; 425 is RFC 8470). */
const TEMPORARY = [408, 425, 429]

const codeOf = (error: unknown): string => {
  const { name, cause } = error as Error & { cause?: NodeJS.ErrnoException }
  return name === 'TimeoutError' ? 'ETIMEDOUT' : (cause?.code ?? 'unknown')
}

function endingOf(status: number): Ending {
  if (status >= 200 && status < 300) return { kind: 'sent' }
  const reply = String(status)
  const isFinal = status >= 400 && status < 500 && !TEMPORARY.includes(status)
  return { kind: isFinal ? 'failed' : 'later', reply }
}

/**
 * Posts JSON to a receiver. It ignores the response's body, and doesn't follow redirects, which could send the data
 * elsewhere.
 */
export async function postJson(
  url: string,
  body: string,
  headers: Readonly<Record<string, string>> = {},
  timeout = TIMEOUT_MS,
): Promise<Ending> {
  try {
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body,
      redirect: 'manual',
      signal: AbortSignal.timeout(timeout),
    })
    await response.body?.cancel()
    return endingOf(response.status)
  } catch (error) {
    return { kind: 'later', reply: codeOf(error) }
  }
}
