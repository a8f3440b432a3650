import { WITHOUT_ENV_FILE } from '../../local/site/build.ts'
import { defaults } from '../../web/content/brand.ts'

// Tests ignore `.env`, because it belongs to the owner.
Object.assign(process.env, WITHOUT_ENV_FILE)
// A link set to `none` becomes a sample link, because the tests check everything that a page can show.
for (const [name, value] of Object.entries(defaults)) {
  if ((process.env[name] || value) === 'none') process.env[name] = `https://links.example/${name}`
}
