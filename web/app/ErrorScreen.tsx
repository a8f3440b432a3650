import { errorScreen } from '../content/errors.ts'
import { Message } from '../sections/Message.tsx'

/** Spec §8: the status text or the message. */
function textOf(error: unknown): string {
  if (error instanceof Response) return error.statusText
  return error instanceof Error ? error.message : String(error)
}

/** What a visitor sees of an error that nothing else has handled. */
export function ErrorScreen({ error }: { error: unknown }) {
  return (
    <main>
      <Message
        title={errorScreen.title}
        text={textOf(error)}
        // A document load, not a client navigation: whatever broke is loaded anew.
        action={{ label: errorScreen.back, href: '/' }}
      />
    </main>
  )
}
