import { notFound } from '../../content/errors.ts'
import { ColdCandle } from '../../design/art/ColdCandle.tsx'
import { Message } from '../../sections/Message.tsx'

export function Page() {
  return (
    <Message
      title={notFound.title}
      text={notFound.text}
      action={{ label: notFound.back, href: '/' }}
      picture={<ColdCandle />}
    />
  )
}
