import { errorScreen } from '../content/errors.ts'
import { Message } from '../sections/Message.tsx'

/** Specification, §8: the status text or the message. */
function textOf(error: unknown): string {
  if (error instanceof Response) return error.statusText
  return error instanceof Error ? error.message : String(error)
}

/** Shown for errors that nothing else has handled. */
export function ErrorScreen({ error }: { error: unknown }) {
  return (
    <main>
      <Message
        title={errorScreen.title}
        text={textOf(error)}
        // Loads a document, which also replaces the broken scripts.
        action={{ label: errorScreen.back, href: '/' }}
      />
    </main>
  )
}
