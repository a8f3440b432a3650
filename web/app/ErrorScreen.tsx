import { errorScreen } from '../content/errors.ts'
import { paths } from '../content/navigation.ts'
import { Message } from '../sections/Message.tsx'

/** What a visitor sees of an error that nothing else has handled. */
export function ErrorScreen({ error }: { error: unknown }) {
  return (
    <main>
      <Message
        title={errorScreen.title}
        text={error instanceof Error ? error.message : String(error)}
        // A document load, not a client navigation: whatever broke is loaded anew.
        action={{ label: errorScreen.back, href: paths.home }}
      />
    </main>
  )
}
