import { STYLES_PATH } from '@ad-kit/contract'
import { readPosts } from '../../content/checks/frontmatter.ts'
import { files } from '../../content/files.ts'
import { linkedPictures } from '../pictures/published.ts'
import { sharePictures } from '../pictures/share.ts'
import { plainStyles } from '../plain-styles.ts'
import { feed } from './feed.ts'
import { icons } from './icons.ts'
import { robots } from './robots.ts'
import { securityTxt } from './security-txt.ts'
import { sitemap } from './sitemap.ts'
import { webManifest } from './web-manifest.ts'

/** Files beside the pages, by address. */
export type SiteFiles = Readonly<Record<string, string | Uint8Array>>

/** Makes all files from the content. */
export async function siteFiles(): Promise<SiteFiles> {
  return {
    ...(await icons()),
    ...(await sharePictures()),
    ...(await linkedPictures()),
    [files.manifest]: webManifest(),
    [files.robots]: robots(),
    [files.sitemap]: await sitemap(),
    [files.feed]: feed(await readPosts()),
    [STYLES_PATH]: plainStyles,
    [files.security]: securityTxt(new Date()),
  }
}
