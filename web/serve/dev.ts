import { resolve } from 'node:path'
import { createServer, type ServerOptions } from 'vite'

const WEB_DIR = resolve(import.meta.dirname, '..')

/** Serves the sources with Vite until the caller stops it; a signal does not. */
export async function serveSources(options: ServerOptions) {
  // Vike takes the working directory for the project.
  process.chdir(WEB_DIR)
  const before = process.listeners('SIGTERM')
  const vite = await createServer({ root: WEB_DIR, server: { ...options, strictPort: true } })
  // Vite's own listener would end the process before Postgres has stopped.
  for (const listener of process.listeners('SIGTERM')) {
    if (!before.includes(listener)) process.off('SIGTERM', listener)
  }
  await vite.listen()
  const { local = [], network = [] } = vite.resolvedUrls ?? {}
  return { url: [...local, ...network][0] ?? '', stop: () => vite.close() }
}
