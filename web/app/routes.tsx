import { type RouteObject, redirectDocument, useRouteError } from 'react-router-dom'
import { errorScreen } from '../content/error-pages.ts'
import { type LoadPage, loaders } from '../routes/loaders.ts'
import { NOT_FOUND } from '../routes/page-files.ts'
import { Message } from '../sections/Message.tsx'
import { withSource } from '../waitlist/source.ts'
import { Layout } from './Layout.tsx'

/** Loads a page's chunk. If an upgrade has removed the chunk, the browser loads the page's document instead. */
const lazyPage = (path: string, load: LoadPage) => async () => {
  try {
    return { Component: (await load()).Page }
  } catch (error) {
    throw path === NOT_FOUND ? error : redirectDocument(path + withSource(''))
  }
}

/**
 * Returns React Router's routes: one lazy route for each page.
 * @param further - extra routes that exist only during prerendering
 */
export const routesWith = (...further: RouteObject[]): RouteObject[] => [
  {
    element: <Layout />,
    errorElement: <ErrorScreen />,
    children: [
      ...Object.entries(loaders).map(([path, load]) => ({
        path,
        // On the server, `/About` and `/about` are different addresses as well.
        caseSensitive: true,
        lazy: lazyPage(path, load),
      })),
      ...further,
    ],
  },
]

/** Returns the error's status text or its message. */
function textOf(error: unknown): string {
  const { statusText, message } = Object(error)
  return statusText || message || (typeof error === 'string' ? error : '')
}

/** Shows errors that nothing else has handled. */
function ErrorScreen() {
  return (
    <main>
      <Message {...errorScreen} text={textOf(useRouteError())} />
    </main>
  )
}
