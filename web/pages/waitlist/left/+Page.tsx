import { donePages } from '../../../content/link-pages.ts'
import { ColdCandle } from '../../../design/art/ColdCandle.tsx'
import { Message } from '../../../sections/Message.tsx'

export function Page() {
  return <Message {...donePages.left} picture={<ColdCandle />} />
}
