import { terms } from '../../content/legal/legal.ts'
import { termsClauses } from '../../content/legal/terms-clauses.ts'
import { LegalText } from '../../sections/LegalText.tsx'
import { PageHead } from '../../sections/PageHead.tsx'

export function Page() {
  return (
    <>
      <PageHead title={terms.title} text={terms.intro} />
      <LegalText page={terms} clauses={termsClauses} />
    </>
  )
}
