import { useRouteError } from 'react-router-dom'
import { errorScreen } from '../content/errors.ts'
import { Message } from '../sections/Message.tsx'

/** Specification, §8: the error's status text or message. */
function textOf(error: unknown): string {
  const { statusText, message } = Object(error)
  return statusText || message || (typeof error === 'string' ? error : '')
}

/** Shown for errors that nothing else has handled. */
export function ErrorScreen() {
  return (
    <main>
      <Message {...errorScreen} text={textOf(useRouteError())} />
    </main>
  )
}
