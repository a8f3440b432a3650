/**
 * What the folders of `web/pages` say, as data. Node evaluates this module; `build/evaluate.ts`
 * puts its exports into the bundles as JSON. A `page.ts` must not import it, even indirectly.
 */
import { globSync } from 'node:fs'
import { footerWords } from '../content/footer-words.ts'
import { FOOTER_COLUMNS, type PageMeta, type Path } from './page.ts'
import { ANSWER, NOT_FOUND, routeOfFile } from './page-files.ts'

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

async function read(file: string): Promise<PageMeta> {
  const { page }: { page: PageMeta } = await import(/* @vite-ignore */ new URL(file, folder).href)
  return page
}

/** Folders with an underscore are pages without an address. */
const files = globSync('[!_]*/**/page.ts', { cwd: folder })

const found = await Promise.all(
  files.map(async (file) => ({
    path: routeOfFile(`/pages/${file}`) as Path,
    ...(await read(file)),
  })),
)

/** Every page that has an address, sorted by it. */
export const pages: readonly SitePage[] = found.sort((a, b) => (a.path < b.path ? -1 : 1))

/** What every other address shows. */
export const notFoundPage = await read('_error/page.ts')

export const answerPage = await read(`${ANSWER.slice(1)}/page.ts`)

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
