import { type ClauseModule, toClauses } from './clauses.ts'

export const termsClauses = toClauses(
  import.meta.glob<ClauseModule>('./terms/*.mdx', { eager: true }),
)
