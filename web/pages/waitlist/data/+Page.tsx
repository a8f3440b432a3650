import { linkPages } from '../../../content/link-pages.ts'
import { DataRequest } from '../../../sections/DataRequest.tsx'
import { PageHead } from '../../../sections/PageHead.tsx'

const { title, text } = linkPages.data

export function Page() {
  return (
    <>
      <PageHead title={title} text={text} />
      <DataRequest />
    </>
  )
}
