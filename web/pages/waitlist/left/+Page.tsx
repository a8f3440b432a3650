import { donePages } from '../../../content/link-pages.ts'
import { ColdCandle } from '../../../design/art/ColdCandle.tsx'
import { PageHead } from '../../../sections/PageHead.tsx'

export function Page() {
  return <PageHead {...donePages.left} picture={<ColdCandle />} />
}
