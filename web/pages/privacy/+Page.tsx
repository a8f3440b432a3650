import { type ClauseModule, toClauses } from '../../content/legal/clauses.ts'
import { privacy } from '../../content/legal/legal.ts'
import { LegalText } from '../../sections/LegalText.tsx'
import { PageHead } from '../../sections/PageHead.tsx'

const clauses = toClauses(
  import.meta.glob<ClauseModule>('../../content/legal/privacy/*.mdx', { eager: true }),
)

export const Page = () => (
  <>
    <PageHead title={privacy.title} text={privacy.intro} />
    <LegalText page={privacy} clauses={clauses} />
  </>
)
