/**
 * The last step of the build, after Vike has prerendered the pages: makes the emails and all other files, lowers the
 * priority of scripts, checks the pages, computes their policies, writes the servers' configuration and compresses
 * everything.
 */

import { mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { LINK_HEADERS, LINK_PATHS } from '@ad-kit/contract'
import { brand } from '../content/brand.ts'
import { ANSWER } from '../routes/page-files.ts'
import { pages } from '../routes/page-table.ts'
import { rewardsOf } from './after-letters.ts'
import { checkPages, parsePage } from './check-pages.ts'
import { compressAll } from './compress.ts'
import { outDir } from './environment.ts'
import { siteFiles } from './files/site-files.ts'
import { addressesOf, writeSiteFiles } from './files/write.ts'
import { noteMissingGlyphs } from './fonts.ts'
import { quietScripts, styleHashes, withoutSlashes } from './html.ts'
import { makeMails } from './mails.tsx'
import type { SiteManifest } from './manifest.ts'
import { maps, refusalConf, securityHeadersConf, sentencesConf } from './nginx.ts'
import { refuse } from './refuse.ts'
import { samples, samplesNote } from './samples.ts'
import { pageDirectives, pictureHeaders, policyOf, securityHeaders } from './security-headers.ts'

const dist = pathToFileURL(`${outDir}/`)
const client = new URL('client/', dist)

await writeSiteFiles(client, await siteFiles())

/** Reads a page that Vike has written. */
const readPage = async (url: URL): Promise<string> =>
  withoutSlashes(quietScripts(await readFile(url, 'utf8')))

/** @param file - the page's file, such as `features.html` */
async function finishPage(file: string) {
  const url = new URL(file, client)
  const html = await readPage(url)
  await writeFile(url, html)
  return { ...parsePage(file, html), csp: policyOf(pageDirectives(styleHashes(html))) }
}

/** Removes the page around the API's responses from the site, and returns it for `pages.json`. */
async function takeFrame() {
  const url = new URL(`${ANSWER.slice(1)}.html`, client)
  const html = await readPage(url)
  await rm(url)
  return { html, csp: policyOf(pageDirectives(styleHashes(html))) }
}

const finished = new Map(
  await Promise.all(
    pages.map(async ({ path }) => {
      const file = path === '/' ? 'index.html' : `${path.slice(1)}.html`
      return [path as string, await finishPage(file)] as const
    }),
  ),
)
const notFound = await finishPage('404.html')
const frame = await takeFrame()

const files = await addressesOf(client)
refuse(checkPages(notFound, { origin: brand.origin, pages: finished, files }))

const mails = await makeMails()

const glyphs = await noteMissingGlyphs([...finished.values(), notFound])
for (const note of glyphs) process.stderr.write(`${note}\n`)
process.stderr.write(samplesNote)

const visitedPages = pages.filter(({ indexed }) => indexed !== false).map(({ path }) => path)

const linkPaths: readonly string[] = Object.values(LINK_PATHS)
const manifest: SiteManifest = {
  headers: securityHeaders,
  pictureHeaders,
  pages: Object.fromEntries(
    [...finished].map(([path, { file, csp }]) => [
      path,
      { file, csp, ...(linkPaths.includes(path) && { headers: LINK_HEADERS }) },
    ]),
  ),
  notFound: { file: notFound.file, csp: notFound.csp },
}

const written = {
  'site.json': `${JSON.stringify(manifest, null, 2)}\n`,
  // The API counts visits to these pages, but not to the pages behind email links, and tells people about the rewards.
  'pages.json': JSON.stringify({ visited: visitedPages, frame, rewards: rewardsOf(mails.after) }),
  'mails.json': JSON.stringify(mails, null, 2),
  // The owner's `doctor` finds the samples in the API's image, which does not contain the site's sources.
  'samples.json': JSON.stringify(samples),
  'nginx/maps.conf': maps(manifest),
  'nginx/security-headers.conf': securityHeadersConf(manifest),
  'nginx/refusal.conf': refusalConf(),
  'nginx/sentences.conf': sentencesConf(),
}

// Vite's notes about the build are not for visitors.
await rm(new URL('.vite/', client), { recursive: true, force: true })
await mkdir(new URL('nginx/', dist), { recursive: true })
await Promise.all([
  ...Object.entries(written).map(([name, text]) => writeFile(new URL(name, dist), text)),
  compressAll(fileURLToPath(client)),
])
