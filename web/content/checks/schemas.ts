/** The required frontmatter of MDX files. Only the build checks it. */
import { type ObjectSchema, object, string } from 'yup'
import type { PostImage } from '../blog.ts'
import type { PostFacts } from '../post.ts'

const IMAGES = { hook: true, photo: true, test: true } satisfies Record<PostImage, true>

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
  image: text().oneOf(Object.keys(IMAGES) as PostImage[]),
  imageAlt: text(),
})

export const clauseSchema = object({ title: text(), summary: text() })
