import { isRouteErrorResponse, useRouteError } from 'react-router-dom'
import { errorScreen } from '../content/errors.ts'
import { paths } from '../content/navigation.ts'
import { Message } from '../sections/Message.tsx'

/** Shown in place of the whole site when rendering or loading a page fails. */
export function ErrorScreen() {
  const error = useRouteError()
  return (
    <main>
      <Message
        title={errorScreen.title}
        text={describe(error)}
        // A document load, not a client navigation: whatever broke is loaded anew.
        action={{ label: errorScreen.back, href: paths.home }}
      />
    </main>
  )
}

function describe(error: unknown): string {
  if (isRouteErrorResponse(error)) return `${error.status} ${error.statusText}`
  return error instanceof Error ? error.message : String(error)
}
