/**
 * The last step of the build, after Vike has prerendered: routes checked, the files beside the
 * pages made, scripts made quiet, pages checked, policies computed from the pages as they are, the
 * servers' files written, everything compressed.
 */

import { mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { brand } from '../content/brand.ts'
import { paths } from '../content/navigation.ts'
import { samples } from '../content/samples.ts'
import type { SiteManifest } from '../serve/manifest.ts'
import { cdnHeaders } from './cdn.ts'
import { checkPages } from './checks/check-pages.ts'
import { type CheckedPage, parsePage } from './checks/page.ts'
import { checkRoutes, documentOf, pageFiles } from './checks/routes.ts'
import { compressAll } from './compress.ts'
import { outDir } from './environment.ts'
import { siteFiles } from './files/site-files.ts'
import { addressesOf, writeSiteFiles } from './files/write.ts'
import { filePolicy, pageDirectives, policyOf, securityHeaders } from './headers.ts'
import { sayLetters } from './letters.ts'
import { cspMap, refusalConf, securityHeadersConf } from './nginx.ts'
import { quietScripts, styleHashes } from './page.ts'
import { refuse } from './refuse.ts'

const dist = pathToFileURL(`${outDir}/`)
const client = new URL('client/', dist)

interface FinishedPage {
  readonly page: CheckedPage
  readonly csp: string
}

refuse(checkRoutes(Object.values(paths), await pageFiles(), await addressesOf(client)))

await writeSiteFiles(client, await siteFiles())

async function finishPage(file: string): Promise<FinishedPage> {
  const url = new URL(file, client)
  const html = quietScripts(await readFile(url, 'utf8'))
  await writeFile(url, html)
  return { page: parsePage(file, html), csp: policyOf(pageDirectives(styleHashes(html))) }
}

const finished = await Promise.all(
  Object.values(paths).map(async (path) => [path, await finishPage(documentOf(path))] as const),
)
const notFound = await finishPage('404.html')

refuse(
  checkPages(notFound.page, {
    origin: brand.origin,
    pages: new Map(finished.map(([path, { page }]) => [path, page])),
    files: await addressesOf(client),
  }),
)

await sayLetters([...finished.map(([, { page }]) => page), notFound.page])

const toManifest = ({ page, csp }: FinishedPage) => ({ file: page.file, csp })
const manifest: SiteManifest = {
  headers: securityHeaders,
  pages: Object.fromEntries(finished.map(([path, page]) => [path, toManifest(page)])),
  notFound: toManifest(notFound),
}

// Vite's own notes about the build: no visitor's business.
await rm(new URL('.vite/', client), { recursive: true, force: true })
await mkdir(new URL('nginx/', dist), { recursive: true })
await Promise.all([
  writeFile(new URL('site.json', dist), `${JSON.stringify(manifest, null, 2)}\n`),
  writeFile(new URL('_headers', dist), cdnHeaders(manifest)),
  writeFile(new URL('nginx/csp-map.conf', dist), cspMap(manifest, filePolicy)),
  writeFile(new URL('nginx/security-headers.conf', dist), securityHeadersConf(manifest)),
  writeFile(new URL('nginx/refusal.conf', dist), refusalConf()),
  // for the operator's `doctor`, which has the release of nginx but not the sources
  writeFile(new URL('nginx/samples.json', dist), JSON.stringify(samples)),
  compressAll(fileURLToPath(client)),
])
