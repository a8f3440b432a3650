import { organization } from '../../app/structured-data.ts'
import { brand } from '../../content/brand.ts'
import type { PageMeta } from '../../routes/page.ts'

export const page = {
  title: `${brand.name} – Turn any product link into high-converting ads`,
  description:
    'Paste a product link or upload an image and get an ad kit for TikTok and Meta: mockups, UGC-style videos, captions, hooks and calls to action.',
  structuredData: [organization],
} satisfies PageMeta
