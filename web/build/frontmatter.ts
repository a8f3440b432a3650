import { readdir, readFile } from 'node:fs/promises'
import type { Schema } from 'yup'
import { type Checked, checkFrontmatter } from '../content/checks/frontmatter.ts'
import { postSchema } from '../content/checks/schemas.ts'
import { newestFirst, type PostFacts } from '../content/post.ts'
import { refuse } from './refuse.ts'

const content = new URL('../content/', import.meta.url)

/** What is found at the head of one file. */
type CheckedFile<T> = Checked<T> & { readonly file: string }

/**
 * The checked frontmatter of each MDX file of a folder. Vite alone can load the files
 * themselves, with their texts as components.
 *
 * @param folder - within `web/content`, like `posts/`
 */
export async function readFrontmatter<T>(
  folder: string,
  schema: Schema<T>,
): Promise<CheckedFile<T>[]> {
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
 * What the articles say of themselves, the newest first.
 * @throws Error naming every file that says too little
 */
export async function readPosts(): Promise<PostFacts[]> {
  const posts = await readFrontmatter('posts/', postSchema)
  refuse(posts.flatMap(({ problems }) => problems))
  return posts.flatMap(({ value }) => value ?? []).sort(newestFirst)
}
