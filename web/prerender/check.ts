/** The first step of the build checks the content. The last step, `finish.ts`, checks the pages. */
import { readFileSync } from 'node:fs'
// It throws if a setting of the brand is invalid.
import '../content/brand.ts'
import { currency, plans } from '../content/plans.ts'
// It throws if a colour of the brand is invalid.
import { color, dark, light, made } from '../design/theme.ts'
import { checkClauses, checkPosts, readPostFiles } from './checks/frontmatter.ts'
import { checkPlans } from './checks/plans.ts'
import { noteContrast } from './contrast.ts'
import { checkFolders } from './page-checks/folders.ts'
import { checkPictures } from './pictures/published.ts'
import { refuse } from './refuse.ts'
import { checkWelcome, WELCOME } from './welcome.ts'

for (const note of noteContrast({ page: color, made, mail: light, darkMail: dark })) {
  process.stderr.write(`${note}\n`)
}

const legalTexts = ['terms.mdx', 'privacy.mdx'].map((name) => {
  const text = readFileSync(new URL(`../content/legal/${name}`, import.meta.url), 'utf8')
  return { file: `web/content/legal/${name}`, text }
})
const posts = await readPostFiles()
const readable = posts.flatMap(({ file, value }) => (value ? [{ file, value }] : []))

refuse([
  ...checkFolders(),
  ...checkPlans(plans, currency),
  ...checkWelcome(WELCOME),
  ...posts.flatMap(({ problems }) => problems),
  ...legalTexts.flatMap(checkClauses),
  ...(await checkPictures()),
  ...checkPosts(readable),
])
