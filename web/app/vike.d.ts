import type { ComponentType } from 'react'

declare global {
  namespace Vike {
    interface PageContext {
      /** The export of `+Page.tsx`. */
      Page: ComponentType
    }
  }
}
