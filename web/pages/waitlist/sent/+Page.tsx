import { donePages } from '../../../content/link-pages.ts'
import { PageHead } from '../../../sections/PageHead.tsx'

export function Page() {
  return <PageHead {...donePages.sent} />
}
