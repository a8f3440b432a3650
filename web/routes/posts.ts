import { existsSync } from 'node:fs'
import { readdir, readFile } from 'node:fs/promises'
import { isDay } from '@ad-kit/contract'
import { parse } from 'yaml'
import { boolean, type ObjectSchema, object, string, ValidationError } from 'yup'
import { newestFirst, type PostFacts } from '../content/post.ts'

const POSTS = new URL('../content/posts/', import.meta.url)
const PICTURES = new URL('../pictures/', import.meta.url)

const text = () =>
  string()
    .strict()
    .trim(({ path }) => `${path} has spaces around it`)
    .required()

const postSchema: ObjectSchema<PostFacts> = object({
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

const BLOCK = /^---\r?\n([\s\S]*?)\r?\n---\r?\n/

/** An article's front matter, or a message about each mistake, with its file. */
type Checked =
  | { readonly value: PostFacts; readonly problems: readonly [] }
  | { readonly value?: undefined; readonly problems: readonly string[] }

/**
 * Parses and checks the YAML at the head of an article.
 * @param file - the file's name, for the messages
 * @param text - the whole file
 */
export function checkFrontmatter(file: string, text: string): Checked {
  const yaml = BLOCK.exec(text)?.[1]
  if (yaml === undefined) {
    return { problems: [`${file} has no front matter between two lines of three hyphens (---).`] }
  }
  try {
    return { value: postSchema.validateSync(parse(yaml), { abortEarly: false }), problems: [] }
  } catch (error) {
    const sentences =
      error instanceof ValidationError ? error.errors : [`its YAML is invalid: ${String(error)}`]
    return { problems: sentences.map((sentence) => `${file}: ${sentence}.`) }
  }
}

/** Returns the checked front matter of each article. Only Vite can load the articles themselves. */
export async function readPostFiles() {
  const names = (await readdir(POSTS)).filter((name) => name.endsWith('.mdx'))
  return Promise.all(
    names.sort().map(async (name) => {
      const file = `web/content/posts/${name}`
      const text = await readFile(new URL(name, POSTS), 'utf8')
      return { file, ...checkFrontmatter(file, text) }
    }),
  )
}

/**
 * Returns the front matter of all articles, newest first. Leaves out files with problems, because `build/check.ts`
 * reports those.
 */
export async function readPosts(): Promise<PostFacts[]> {
  const posts = await readPostFiles()
  return posts.flatMap(({ value }) => value ?? []).sort(newestFirst)
}

/** @returns a message for each article whose id another article already has */
export const checkPosts = (
  posts: readonly { readonly file: string; readonly value: Pick<PostFacts, 'id'> }[],
): string[] =>
  posts.flatMap(({ file, value: { id } }) => {
    const first = posts.find(({ value }) => value.id === id)?.file
    return first === file ? [] : [`${file}: ${first} has the same id already: ${id}.`]
  })
