import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { ensureBuilt } from '../../local/site/build.ts'
import { ROOT } from './repository.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** The output folder of the web build. */
    siteDir: string
  }
}

/** The tests build elsewhere, so they leave the owner's build in `web/dist` alone. */
const SITE_OF_TESTS = join(ROOT, 'node_modules/.cache/site-of-tests')

/** Builds the site once for the whole run, or reuses the last build if no source has changed. */
export default async function setup(project: TestProject): Promise<void> {
  const siteDir = await ensureBuilt({
    dir: SITE_OF_TESTS,
    onBuild: () => process.stdout.write('Building the site for the tests\n'),
  })
  project.provide('siteDir', siteDir)
}
