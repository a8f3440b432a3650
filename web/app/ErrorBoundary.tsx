import { Component, type ReactNode } from 'react'
import { ErrorScreen } from './ErrorScreen.tsx'

interface State {
  readonly failure: { readonly error: unknown } | null
}

/** Puts the error screen in place of the whole site when rendering fails. */
export class ErrorBoundary extends Component<{ children: ReactNode }, State> {
  override state: State = { failure: null }

  static getDerivedStateFromError(error: unknown): State {
    return { failure: { error } }
  }

  /** Back and Forward ask for a page that is not there any more: it is loaded anew. */
  override componentDidCatch(): void {
    window.addEventListener('popstate', () => window.location.reload(), { once: true })
  }

  override render(): ReactNode {
    const { failure } = this.state
    return failure ? <ErrorScreen error={failure.error} /> : this.props.children
  }
}
