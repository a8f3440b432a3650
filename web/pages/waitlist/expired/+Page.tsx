import { expiredPage } from '../../../content/link-pages.ts'
import { PageHead } from '../../../sections/PageHead.tsx'
import { ResendForm } from '../../../sections/ResendForm.tsx'

const { title, text } = expiredPage

export const Page = () => (
  <>
    <PageHead title={title} text={text} />
    <ResendForm />
  </>
)
