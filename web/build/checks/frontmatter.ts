import { existsSync } from 'node:fs'
import { readdir, readFile } from 'node:fs/promises'
import { parse } from 'yaml'
import { boolean, type ObjectSchema, object, type Schema, string, ValidationError } from 'yup'
import { newestFirst, type PostFacts } from '../../content/post.ts'

const content = new URL('../../content/', import.meta.url)
const PICTURES = new URL('../../pictures/', import.meta.url)

const text = () =>
  string()
    .strict()
    .trim(({ path }) => `${path} has spaces around it`)
    .required()

const isDay = (value: string): boolean =>
  /^\d{4}-\d\d-\d\d$/.test(value) && new Date(value).toJSON()?.startsWith(value) === true

export const postSchema: ObjectSchema<PostFacts> = object({
  id: text().matches(/^[a-z0-9]+(?:-[a-z0-9]+)*$/, 'id must be words-with-hyphens'),
  title: text(),
  excerpt: text(),
  date: text().test('day', 'date must be a day like 2025-09-02', isDay),
  readTime: text(),
  category: text(),
  image: text().test(
    'file',
    ({ value }) => `there is no picture web/pictures/${value}`,
    (file = '') => existsSync(new URL(file, PICTURES)),
  ),
  imageAlt: text(),
  sample: boolean().strict(),
})

export const clauseSchema = object({ title: text(), summary: text() })

const BLOCK = /^---\r?\n([\s\S]*?)\r?\n---\r?\n/

/** The frontmatter of a file, or sentences that say what is wrong with it and where. */
export type Checked<T> =
  | { readonly value: T; readonly problems: readonly [] }
  | { readonly value?: undefined; readonly problems: readonly string[] }

/**
 * Parses and checks the YAML at the head of an MDX file.
 * @param file - its name, for the sentences
 * @param text - the whole file
 */
export function checkFrontmatter<T>(file: string, text: string, schema: Schema<T>): Checked<T> {
  const yaml = BLOCK.exec(text)?.[1]
  if (yaml === undefined) {
    return { problems: [`${file} has no frontmatter between two lines of three hyphens (---).`] }
  }
  try {
    return { value: schema.validateSync(parse(yaml), { abortEarly: false }), problems: [] }
  } catch (error) {
    const sentences =
      error instanceof ValidationError ? error.errors : [`its YAML is invalid: ${String(error)}`]
    return { problems: sentences.map((sentence) => `${file}: ${sentence}.`) }
  }
}

/**
 * The checked frontmatter of each MDX file of a folder. Only Vite can load the files themselves.
 * @param folder - within `web/content`, like `posts/`
 */
export async function readFrontmatter<T>(folder: string, schema: Schema<T>) {
  const names = (await readdir(new URL(folder, content))).filter((name) => name.endsWith('.mdx'))
  return Promise.all(
    names.sort().map(async (name) => {
      const text = await readFile(new URL(`${folder}${name}`, content), 'utf8')
      const file = `web/content/${folder}${name}`
      return { file, ...checkFrontmatter(file, text, schema) }
    }),
  )
}

/**
 * The frontmatter of all articles, the newest first. Leaves out files with problems, which
 * `build/check.ts` reports.
 */
export async function readPosts(): Promise<PostFacts[]> {
  const posts = await readFrontmatter('posts/', postSchema)
  return posts.flatMap(({ value }) => value ?? []).sort(newestFirst)
}

/** The frontmatter of an article, and its file. */
interface PostFile {
  readonly file: string
  readonly value: Pick<PostFacts, 'id' | 'date'>
}

/** The last day that has begun anywhere: UTC+14. A container that builds has UTC, not its owner's time zone. */
const latestDay = (now: number): string => new Date(now + 14 * 3_600_000).toJSON().slice(0, 10)

/**
 * Finds ids that are used twice and dates in the future.
 * @returns a sentence for each problem
 */
export function checkPosts(posts: readonly PostFile[], now = Date.now()): string[] {
  return posts.flatMap(({ file, value: { id, date } }) => {
    const first = posts.find(({ value }) => value.id === id)?.file
    return [
      ...(first === file ? [] : [`${file}: ${first} has the same id already: ${id}.`]),
      ...(date > latestDay(now)
        ? [`${file}: its date is in the future, but the build would publish it now: ${date}.`]
        : []),
    ]
  })
}
