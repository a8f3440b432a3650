import { resolve } from 'node:path'
import { createServer, type ServerOptions } from 'vite'
import { API_PREFIX } from '../../api/src/http/api.ts'
import { LINK_PATHS } from '../../contract/waitlist.ts'

const WEB_DIR = resolve(import.meta.dirname, '../../web')

interface DevOptions extends Pick<ServerOptions, 'port' | 'host'> {
  /** The API's origin. */
  readonly api: string
}

const TO_DATA = new RegExp(`^(?:${LINK_PATHS.friends}|${LINK_PATHS.erase})`)

/** Mirrors nginx/links.conf: a GET shows a page, and only the button's POST goes to the API. */
const proxyTo = (api: string): NonNullable<ServerOptions['proxy']> => ({
  [API_PREFIX]: api,
  [`^(?:${Object.values(LINK_PATHS).join('|')})(?:[?]|$)`]: {
    target: api,
    bypass({ method, url = '/' }, response) {
      if (method === 'POST') return undefined
      const page = url.replace(TO_DATA, LINK_PATHS.data)
      if (page !== url) response?.writeHead(303, { location: page }).end()
      return page
    },
  },
})

/** Serves the sources with Vite until the caller stops it. Signals do not stop it. */
export async function serveSources({ api, ...options }: DevOptions) {
  // Vike treats the working directory as the project.
  process.chdir(WEB_DIR)
  const before = process.listeners('SIGTERM')
  const vite = await createServer({
    root: WEB_DIR,
    server: { ...options, proxy: proxyTo(api), strictPort: true },
  })
  // Vite's listener would end the process before Postgres has stopped.
  for (const listener of process.listeners('SIGTERM')) {
    if (!before.includes(listener)) process.off('SIGTERM', listener)
  }
  await vite.listen()
  const { local = [], network = [] } = vite.resolvedUrls ?? {}
  return { url: [...local, ...network][0] ?? '', stop: () => vite.close() }
}
