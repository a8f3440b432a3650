import { type ClauseModule, toClauses } from '../../content/legal/clauses.ts'
import { terms } from '../../content/legal/legal.ts'
import { LegalText } from '../../sections/LegalText.tsx'
import { PageHead } from '../../sections/PageHead.tsx'

const clauses = toClauses(
  import.meta.glob<ClauseModule>('../../content/legal/terms/*.mdx', { eager: true }),
)

export const Page = () => (
  <>
    <PageHead title={terms.title} text={terms.intro} />
    <LegalText page={terms} clauses={clauses} />
  </>
)
