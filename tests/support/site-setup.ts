import type { TestProject } from 'vitest/node'
import { ensureBuilt } from '../../api/local/site-build.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** The web build's output folder. */
    siteDir: string
  }
}

/** Builds the site once for the whole run, unless it is built from these very sources. */
export default async function setup(project: TestProject): Promise<void> {
  const siteDir = await ensureBuilt({
    env: process.env,
    onBuild: () => process.stdout.write('Building the site for the tests\n'),
  })
  project.provide('siteDir', siteDir)
}
