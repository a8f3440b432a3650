/**
 * What the folders of `web/pages` say, as data. Node evaluates this module; `prerender/evaluate.ts`
 * puts its exports into the bundles as JSON. A `page.ts` must not import it, even indirectly.
 */
import { globSync } from 'node:fs'
import { footerWords } from '../content/footer-words.ts'
import { page as notFoundPage } from '../pages/_error/page.ts'
import { FOOTER_COLUMNS, type PageMeta, type Path } from './page.ts'
import { NOT_FOUND, routeOfFile } from './page-files.ts'

export interface SitePage extends PageMeta {
  readonly path: Path
}

export interface NavLink {
  readonly label: string
  readonly to: Path
}

/** A footer entry without a link. */
interface Placeholder {
  readonly label: string
  readonly to: null
}

const folder = new URL('../pages/', import.meta.url)

/** The pages of a folder by their paths: one at its route, or several, as in `waitlist/@page`. */
async function read(file: string): Promise<Readonly<Record<string, PageMeta>>> {
  const { page, pages } = await import(/* @vite-ignore */ new URL(file, folder).href)
  return pages ?? { [routeOfFile(`/pages/${file}`)]: page }
}

/** Folders with an underscore are pages without an address. */
const files = globSync('[!_]*/**/page.ts', { cwd: folder })

const found = await Promise.all(
  files.map(async (file) => [routeOfFile(`/pages/${file}`), await read(file)] as const),
)

/** The paths of a folder's pages by its route, if it has several. */
export const pathsOf: Readonly<Record<string, readonly string[]>> = Object.fromEntries(
  found.flatMap(([route, metas]) => (route in metas ? [] : [[route, Object.keys(metas)]])),
)

/** Every page that has an address, sorted by it. */
export const pages: readonly SitePage[] = found
  .flatMap(([, metas]) => Object.entries(metas))
  .map(([path, meta]) => ({ path: path as Path, ...meta }))
  .sort((a, b) => (a.path < b.path ? -1 : 1))

/** The year of the build, for the copyright line. */
export const builtIn = new Date().getUTCFullYear()

/** Titles by route. Browsers need them to navigate; the rest of the head is in the HTML only. */
export const titles: Readonly<Record<string, string>> = {
  ...Object.fromEntries(pages.map(({ path, title }) => [path, title])),
  [NOT_FOUND]: notFoundPage.title,
}

const links = pages.flatMap(({ path, navigation }) =>
  navigation ? [{ ...navigation, link: { label: navigation.label, to: path } }] : [],
)

/** The links of the header and of the menu. */
export const headerLinks: readonly NavLink[] = links
  .filter(({ header }) => typeof header === 'number')
  .sort((a, b) => Number(a.header) - Number(b.header))
  .map(({ link }) => link)

const button = links.find(({ header }) => header === 'button')
if (!button) throw new Error("No page.ts in web/pages has `header: 'button'` in its navigation.")

/** The header's button. */
export const joinLink: NavLink = button.link

const placeholders = footerWords.map(({ label, footer }) => ({
  footer,
  link: { label, to: null } satisfies Placeholder,
}))

export const footerColumns: readonly {
  readonly title: string
  readonly links: readonly (NavLink | Placeholder)[]
}[] = FOOTER_COLUMNS.map((title) => ({
  title,
  links: [...links, ...placeholders]
    .filter(({ footer }) => footer?.column === title)
    .sort((a, b) => Number(a.footer?.order) - Number(b.footer?.order))
    .map(({ link }) => link),
}))
