import { linkPages } from '../../../content/link-pages.ts'
import { LinkForm } from '../../../sections/LinkForm.tsx'
import { PageHead } from '../../../sections/PageHead.tsx'

const { title, text, button } = linkPages.data

export function Page() {
  return (
    <>
      <PageHead title={title} text={text} />
      <LinkForm button={button} />
    </>
  )
}
