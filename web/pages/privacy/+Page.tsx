import { privacy } from '../../content/legal/legal.ts'
import { privacyClauses } from '../../content/legal/privacy-clauses.ts'
import { LegalText } from '../../sections/LegalText.tsx'
import { PageHead } from '../../sections/PageHead.tsx'

export function Page() {
  return (
    <>
      <PageHead title={privacy.title} text={privacy.intro} />
      <LegalText page={privacy} clauses={privacyClauses} />
    </>
  )
}
