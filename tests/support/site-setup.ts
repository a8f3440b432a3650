import { join } from 'node:path'
import { ensureBuilt } from '../../local/site/build.ts'
import { ROOT } from './repository.ts'
import { shareSiteDir } from './shared.ts'

/** The tests build elsewhere, so they leave the owner's build in `web/dist` alone. */
const SITE_OF_TESTS = join(ROOT, 'node_modules/.cache/site-of-tests')

/** Builds the site, or reuses the last build if no source has changed. Returns the folder. */
export const buildSite = (): Promise<string> =>
  ensureBuilt({
    dir: SITE_OF_TESTS,
    onBuild: () => process.stdout.write('Building the site for the tests\n'),
  })

/** A global setup. */
export default async function setup(): Promise<void> {
  shareSiteDir(await buildSite())
}
