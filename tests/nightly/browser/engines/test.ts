import { test as base, expect } from '../../../support/browser/test.ts'
import type { Visitor, VisitorKind } from './visitor.ts'
import { type WatchedSite, watchSite } from './watched-site.ts'

interface Fixtures {
  /** The site, with a script in each page that reports its problems. */
  readonly watched: WatchedSite
  /** A visitor with another browser. The test fails if a page had a problem. */
  readonly visitor: Visitor
  /** Opens a path of the site. */
  readonly go: (path: string) => Promise<void>
}

export const testIn = (kind: VisitorKind, options: { readonly scripts?: boolean } = {}) =>
  base.extend<Fixtures>({
    watched: async ({ app }, use) => {
      const watched = await watchSite(app.origin)
      await use(watched)
      await watched.close()
    },
    visitor: async ({ watched }, use) => {
      const visitor = await kind.open({ ...options, elsewhere: watched.elsewhere })
      await use(visitor)
      // A page reports before the next one is requested.
      await visitor.go(`${watched.origin}/robots.txt`)
      await visitor.close()
      expect(watched.problems).toEqual([])
    },
    go: ({ visitor, watched }, use) => use((path) => visitor.go(watched.origin + path)),
  })
