import type { ComponentType } from 'react'

declare global {
  namespace Vike {
    interface PageContext {
      /** What a `+Page.tsx` exports. */
      Page: ComponentType
    }
  }
}
