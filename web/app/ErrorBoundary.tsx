import { Component, type ReactNode } from 'react'
import { ErrorScreen } from './ErrorScreen.tsx'

interface State {
  readonly failure: { readonly error: unknown } | null
}

/** Shows the error screen instead of the site when rendering fails. */
export class ErrorBoundary extends Component<{ children: ReactNode }, State> {
  override state: State = { failure: null }

  static getDerivedStateFromError(error: unknown): State {
    return { failure: { error } }
  }

  /** The router is gone, so Back and Forward reload the page. */
  override componentDidCatch(): void {
    window.addEventListener('popstate', () => window.location.reload(), { once: true })
  }

  override render(): ReactNode {
    const { failure } = this.state
    return failure ? <ErrorScreen error={failure.error} /> : this.props.children
  }
}
