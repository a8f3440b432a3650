import { donePages } from '../../../content/link-pages.ts'
import { LitCandle } from '../../../design/art/LitCandle.tsx'
import { PageHead } from '../../../sections/PageHead.tsx'

export function Page() {
  return <PageHead {...donePages.sent} picture={<LitCandle />} />
}
