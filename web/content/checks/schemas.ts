/** The required frontmatter of MDX files. Only the build checks it. */
import { existsSync } from 'node:fs'
import { boolean, type ObjectSchema, object, string } from 'yup'
import type { PostFacts } from '../post.ts'

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
