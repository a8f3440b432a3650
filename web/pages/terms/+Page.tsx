import { terms } from '../../content/legal/legal.ts'
import Text from '../../content/legal/terms.mdx'
import { LegalText } from '../../sections/LegalText.tsx'
import { PageHead } from '../../sections/PageHead.tsx'

export const Page = () => (
  <>
    <PageHead title={terms.title} text={terms.intro} />
    <LegalText page={terms} text={Text} />
  </>
)
