import { afterAll, afterEach, beforeAll, describe, expect, inject } from 'vitest'
import { site } from '../../../local/site/serve.ts'
import { useApp } from '../app.ts'
import type { Visitor, VisitorKind } from './visitor.ts'
import { type WatchedSite, watchSite } from './watched-site.ts'

/**
 * Tests in another browser, skipped with the reason on a machine that has none.
 *
 * @throws if `CI=true` forbids skipping them
 */
export function describeIn(kind: VisitorKind, what: string, tests: () => void): void {
  const missing = kind.missing()
  if (missing && process.env['CI'] === 'true') throw new Error(`CI=true, but ${missing}.`)
  const name = `${what} in ${kind.name}${missing ? `: ${missing}` : ''}`
  describe.skipIf(missing)(name, tests)
}

/** One visitor for all tests of a `describe`. A test fails if a page had a problem meanwhile. */
export function useVisitor(kind: VisitorKind, options: { readonly scripts?: boolean } = {}) {
  const app = useApp({}, { site: site(inject('siteDir')) })
  let watched: WatchedSite
  let visitor: Visitor
  beforeAll(async () => {
    watched = await watchSite(app().origin)
    visitor = await kind.open({ ...options, elsewhere: watched.elsewhere })
  })
  afterAll(async () => {
    await visitor?.close()
    await watched?.close()
  })
  afterEach(async () => {
    // A page reports before the next one is requested.
    await visitor.go(`${watched.origin}/robots.txt`)
    expect(watched.problems.splice(0)).toEqual([])
  })
  return {
    app,
    watched: () => watched,
    visitor: () => visitor,
    /** Opens a path of the site. */
    go: (path: string) => visitor.go(watched.origin + path),
  }
}
