import { type ClauseModule, toClauses } from './clauses.ts'

export const privacyClauses = toClauses(
  import.meta.glob<ClauseModule>('./privacy/*.mdx', { eager: true }),
)
