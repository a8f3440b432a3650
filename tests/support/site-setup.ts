import { join } from 'node:path'
import { ensureBuilt } from '../../local/site/build.ts'
import { ROOT } from './repository.ts'

/** The tests' site, which is built here to leave the owner's build in `web/dist` alone. */
export const SITE = join(ROOT, 'node_modules/.cache/site-of-tests')

/** A global setup: builds the site, or reuses the last build if no source has changed. */
export default async function setup(): Promise<void> {
  const onBuild = () => process.stdout.write('Building the site for the tests\n')
  await ensureBuilt({ dir: SITE, onBuild })
}
