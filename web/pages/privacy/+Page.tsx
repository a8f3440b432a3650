import { privacy } from '../../content/legal/legal.ts'
import Text from '../../content/legal/privacy.mdx'
import { LegalText } from '../../sections/LegalText.tsx'
import { PageHead } from '../../sections/PageHead.tsx'

export const Page = () => (
  <>
    <PageHead title={privacy.title} text={privacy.intro} />
    <LegalText page={privacy} text={Text} />
  </>
)
