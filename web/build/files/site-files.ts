import { fileURLToPath } from 'node:url'
import { runnerImport } from 'vite'
import { files } from '../../content/files.ts'
import { readPosts } from '../frontmatter.ts'
import { feed } from './feed.ts'
import { icons } from './icons.ts'
import { webManifest } from './manifest.ts'
import { robots } from './robots.ts'
import { securityTxt } from './security-txt.ts'
import { sitemap } from './sitemap.ts'

/** What is written beside the pages, by address. */
export type SiteFiles = Readonly<Record<string, string | Uint8Array>>

/** Node.js does not run JSX, so Vite compiles the pictures' components. */
async function sharePictures(): Promise<SiteFiles> {
  const file = fileURLToPath(new URL('../pictures/share.tsx', import.meta.url))
  const { module } = await runnerImport<typeof import('../pictures/share.tsx')>(file, {
    configFile: false,
    root: fileURLToPath(new URL('../..', import.meta.url)),
  })
  return module.sharePictures()
}

/** All of it, made of the content. */
export async function siteFiles(): Promise<SiteFiles> {
  const posts = await readPosts()
  return {
    ...(await icons()),
    ...(await sharePictures()),
    [files.manifest]: webManifest(),
    [files.robots]: robots(),
    [files.security]: securityTxt(new Date()),
    [files.sitemap]: await sitemap(posts),
    [files.feed]: feed(posts),
  }
}
