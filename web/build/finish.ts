/**
 * The last step of the build, after Vike has prerendered: scripts made quiet, policies
 * computed from the pages as they are, the servers' files written, everything compressed.
 */
import './environment.ts'
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import type { SiteManifest } from '@ad-kit/api/site-manifest'
import { paths } from '../content/navigation.ts'
import { compressAll } from './compress.ts'
import { contentSecurityPolicy, securityHeaders } from './headers.ts'
import { cspMap, securityHeadersConf } from './nginx.ts'
import { quietScripts, styleHashes } from './page.ts'

const dist = new URL('../dist/', import.meta.url)
const client = new URL('client/', dist)

async function finishPage(file: string): Promise<{ file: string; csp: string }> {
  const url = new URL(file, client)
  const html = quietScripts(await readFile(url, 'utf8'))
  await writeFile(url, html)
  return { file, csp: contentSecurityPolicy(styleHashes(html)) }
}

const pages = Object.fromEntries(
  await Promise.all(
    Object.values(paths).map(async (path) => {
      const name = path === paths.home ? 'index' : path.slice(1)
      return [path, await finishPage(`${name}.html`)] as const
    }),
  ),
)
const manifest: SiteManifest = {
  headers: securityHeaders,
  pages,
  notFound: await finishPage('404.html'),
}

// Vite's own notes about the build: no visitor's business.
await rm(new URL('.vite/', client), { recursive: true, force: true })
await mkdir(new URL('nginx/', dist), { recursive: true })
await Promise.all([
  writeFile(new URL('site.json', dist), `${JSON.stringify(manifest, null, 2)}\n`),
  writeFile(new URL('nginx/csp-map.conf', dist), cspMap(manifest, contentSecurityPolicy([]))),
  writeFile(new URL('nginx/security-headers.conf', dist), securityHeadersConf(manifest)),
  compressAll(fileURLToPath(client)),
])
