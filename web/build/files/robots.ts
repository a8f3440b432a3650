import { absolute } from '../../content/absolute.ts'
import { files } from '../../content/files.ts'

/** RFC 9309. The API has no pages. */
export const robots = (): string =>
  `User-agent: *
Disallow: /api/

Sitemap: ${absolute(files.sitemap)}
`
