import { readdir, readFile } from 'node:fs/promises'
import { parse } from 'yaml'
import { type Schema, ValidationError } from 'yup'
import { newestFirst, type PostFacts } from '../post.ts'
import { postSchema } from './schemas.ts'

const content = new URL('../', import.meta.url)

const BLOCK = /^---\r?\n([\s\S]*?)\r?\n---\r?\n/

/** The frontmatter of a file, or sentences that say what is wrong with it and where. */
export type Checked<T> =
  | { readonly value: T; readonly problems: readonly [] }
  | { readonly value?: undefined; readonly problems: readonly string[] }

/**
 * Parses and checks the YAML at the head of an MDX file.
 *
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
 *
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
