/**
 * The last step of the build, after Vike has prerendered: makes the files beside the pages and the
 * mails, makes scripts wait, checks the pages, computes their policies, writes the servers'
 * configuration and compresses everything.
 */

import { mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { LINK_HEADERS, LINK_PATHS } from '@ad-kit/contract'
import type { SiteAddresses } from '../../mails/mail-templates.ts'
import { brand } from '../content/brand.ts'
import { samples, samplesNote } from '../content/samples.ts'
import { pages } from '../routes/page-table.ts'
import { cdnHeaders } from './cdn.ts'
import { compressAll } from './compress.ts'
import { outDir } from './environment.ts'
import { siteFiles } from './files/site-files.ts'
import { addressesOf, isLasting, writeSiteFiles } from './files/write.ts'
import { quietScripts, styleHashes } from './html.ts'
import { makeMails } from './mails.tsx'
import type { SiteManifest } from './manifest.ts'
import { noteMissingGlyphs } from './missing-glyphs.ts'
import { cspMap, pictureMap, referrerMap, refusalConf, securityHeadersConf } from './nginx.ts'
import { checkPages } from './page-checks/check-pages.ts'
import { type CheckedPage, parsePage } from './page-checks/checked-page.ts'
import { refuse } from './refuse.ts'
import { pageDirectives, pictureHeaders, policyOf, securityHeaders } from './security-headers.ts'
import { checkWelcome, WELCOME } from './welcome.ts'

const dist = pathToFileURL(`${outDir}/`)
const client = new URL('client/', dist)

interface FinishedPage {
  readonly page: CheckedPage
  readonly csp: string
}

await writeSiteFiles(client, await siteFiles())

/** @param file - like `features.html` */
async function finishPage(file: string): Promise<FinishedPage> {
  const url = new URL(file, client)
  const html = quietScripts(await readFile(url, 'utf8'))
  await writeFile(url, html)
  return { page: parsePage(file, html), csp: policyOf(pageDirectives(styleHashes(html))) }
}

const finished = await Promise.all(
  pages.map(
    async ({ path }) =>
      [path, await finishPage(path === '/' ? 'index.html' : `${path.slice(1)}.html`)] as const,
  ),
)
const notFound = await finishPage('404.html')

const files = await addressesOf(client)
const addresses: SiteAddresses = {
  pages: pages.map(({ path }) => path),
  files: [...files].filter(isLasting).map((file) => new URL(file, brand.origin).pathname),
}

refuse([
  ...checkPages(notFound.page, {
    origin: brand.origin,
    pages: new Map(finished.map(([path, { page }]) => [path, page])),
    files,
  }),
  ...checkWelcome(WELCOME, { ...addresses, origin: brand.origin }),
])

const mails = await makeMails(addresses)

const glyphs = await noteMissingGlyphs([...finished.map(([, { page }]) => page), notFound.page])
for (const note of glyphs) process.stderr.write(`${note}\n`)
process.stderr.write(samplesNote)

const visitedPages = pages.filter(({ indexed }) => indexed !== false).map(({ path }) => path)

const toManifest = ({ page, csp }: FinishedPage) => ({ file: page.file, csp })
const linkPaths: readonly string[] = Object.values(LINK_PATHS)
const manifest: SiteManifest = {
  headers: securityHeaders,
  pictureHeaders,
  pages: Object.fromEntries(
    finished.map(([path, page]) => [
      path,
      { ...toManifest(page), ...(linkPaths.includes(path) && { headers: LINK_HEADERS }) },
    ]),
  ),
  notFound: toManifest(notFound),
}

// Vite's notes about the build are not for visitors.
await rm(new URL('.vite/', client), { recursive: true, force: true })
await mkdir(new URL('nginx/', dist), { recursive: true })
await Promise.all([
  writeFile(new URL('site.json', dist), `${JSON.stringify(manifest, null, 2)}\n`),
  // The API counts the visits of pages that people come to, not of those behind the links of an email.
  writeFile(new URL('pages.json', dist), JSON.stringify(visitedPages)),
  writeFile(new URL('mails.json', dist), JSON.stringify(mails, null, 2)),
  writeFile(new URL('_headers', dist), cdnHeaders(manifest)),
  writeFile(new URL('nginx/csp-map.conf', dist), cspMap(manifest)),
  writeFile(new URL('nginx/referrer-map.conf', dist), referrerMap(manifest)),
  writeFile(new URL('nginx/picture-map.conf', dist), pictureMap(manifest)),
  writeFile(new URL('nginx/security-headers.conf', dist), securityHeadersConf(manifest)),
  writeFile(new URL('nginx/refusal.conf', dist), refusalConf()),
  // The owner's `doctor` reads the samples from nginx's image, which has no sources.
  writeFile(new URL('nginx/samples.json', dist), JSON.stringify(samples)),
  compressAll(fileURLToPath(client)),
])
