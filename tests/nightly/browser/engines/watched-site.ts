import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'

const WATCH = '/watch.js'
const WATCHED = '/watched'

export interface WatchedSite {
  readonly origin: string
  /** Host and port of a proxy that refuses every request. */
  readonly elsewhere: string
  /** Console messages, exceptions, failed requests and violations of the policy, as they come. */
  readonly problems: string[]
  close(): Promise<void>
}

/**
 * Serves a site with a script in each page that reports its problems. Neither WebKit's driver nor
 * WebDriver BiDi reports violations, and WebKit's does not report console messages at all. The
 * policy's own reports need no script, so they also come from a browser without JavaScript.
 *
 * Messages of the browser itself are not seen, such as a hint about a deprecated feature.
 */
export async function watchSite(site: string): Promise<WatchedSite> {
  const problems: string[] = []
  const server = createServer(async (incoming, response) => {
    if (incoming.url === WATCH) {
      response.setHeader('content-type', 'text/javascript').end(`(${reportProblems})('${WATCHED}')`)
    } else if (incoming.url === WATCHED) {
      problems.push(await text(incoming))
      response.writeHead(204).end()
    } else {
      const { method, url = '' } = incoming
      response.on('finish', () => {
        const { statusCode } = response
        if (statusCode >= 400) problems.push(`failed: ${method} ${url} has status ${statusCode}`)
      })
      forward(site, incoming, response)
    }
  })
  server.on('connect', (_, socket) => socket.end('HTTP/1.1 403 Forbidden\r\n\r\n'))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const elsewhere = `127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    origin: `http://${elsewhere}`,
    elsewhere,
    problems,
    close: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

function forward(site: string, incoming: IncomingMessage, response: ServerResponse): void {
  const { method, url = '/' } = incoming
  const headers = { ...incoming.headers, 'accept-encoding': 'identity' }
  const onward = request(new URL(url, site), { method, headers }, async (answer) => {
    const { 'content-length': _, 'content-security-policy': policy, ...others } = answer.headers
    const watched = { 'content-security-policy': `${policy}; report-uri ${WATCHED}` }
    response.writeHead(answer.statusCode ?? 500, { ...others, ...(policy && watched) })
    if (others['content-type']?.startsWith('text/html')) {
      const script = `<head><script src="${WATCH}"></script>`
      response.end((await text(answer)).replace('<head>', script))
    } else answer.pipe(response)
  })
  onward.on('error', () => response.destroy())
  incoming.pipe(onward)
}

/** Runs in the page, before its own scripts. */
function reportProblems(address: string): void {
  const report = (problem: string) => navigator.sendBeacon(address, problem)
  for (const level of ['error', 'warn', 'log', 'info', 'debug'] as const) {
    // biome-ignore lint/suspicious/noConsole: it is watched
    const print = console[level]
    console[level] = (...values: unknown[]) => {
      report(`console.${level}: ${values.join(' ')}`)
      print.apply(console, values)
    }
  }
  window.addEventListener('unhandledrejection', ({ reason }) => report(`rejection: ${reason}`))
  window.addEventListener('error', ({ message }) => report(`exception: ${message}`))
}
