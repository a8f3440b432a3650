import { blogPosting } from '../../app/structured-data.ts'
import { blogHead } from '../../content/blog.ts'
import { brand } from '../../content/brand.ts'
import { readPosts } from '../../prerender/checks/frontmatter.ts'
import type { PageMeta } from '../../routes/page.ts'

const posts = await readPosts()
const [newest] = posts

export const page = {
  title: `${blogHead.title} – ${brand.name}`,
  description: 'Articles and case studies for people who make their own ads.',
  navigation: { label: 'Blog', header: 3 },
  ...(newest && { changed: newest.date }),
  structuredData: posts.map(blogPosting),
} satisfies PageMeta
