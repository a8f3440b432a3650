import { paths } from './navigation.ts'

/** The headlines of the pages that have no sections of their own yet. */
export const headings = {
  [paths.features]: 'Every part of a brand that sells',
  [paths.pricing]: 'Simple pricing',
  [paths.about]: 'Building the Future of Brand Creation',
  [paths.blog]: 'Insights & Stories',
  [paths.terms]: 'Terms of Service',
  [paths.privacy]: 'Privacy Policy',
} as const
