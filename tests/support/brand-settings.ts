import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseEnv } from 'node:util'
import { defaults } from '../../web/content/brand.ts'
import { ROOT } from './repository.ts'

/**
 * Sets the brand's variables of the owner's `.env`, so that the tests check the owner's site. The
 * others stay unset: `DATABASE_URL`, for example, would lead the tests to the owner's data.
 */
const file = join(ROOT, '.env')
if (!process.env['NO_ENV_FILE'] && existsSync(file)) {
  for (const [name, value] of Object.entries(parseEnv(readFileSync(file, 'utf8')))) {
    if (/^(?:BRAND_|SITE_URL$)/.test(name)) process.env[name] ??= value
  }
}

// A link that is `none` becomes a sample, because the tests look at everything that a page can have.
for (const [name, value] of Object.entries(defaults)) {
  if ((process.env[name] || value) === 'none') process.env[name] = `https://links.example/${name}`
}
