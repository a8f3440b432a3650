/** The first step of the build checks the content. The last step, `finish.ts`, checks the pages. */
// It throws if a setting of the brand is invalid.
import '../content/brand.ts'
// It throws if a colour of the brand is invalid.
import '../design/theme.ts'
import { checkPosts, readPostFiles } from '../routes/posts.ts'
import { AFTER, checkAfter } from './after.ts'
import { checkFolders } from './folders.ts'
import { checkPictures } from './pictures/published.ts'
import { refuse } from './refuse.ts'

const posts = await readPostFiles()
const readable = posts.flatMap(({ file, value }) => (value ? [{ file, value }] : []))

refuse([
  ...checkFolders(),
  ...checkAfter(AFTER),
  ...posts.flatMap(({ problems }) => problems),
  ...(await checkPictures()),
  ...checkPosts(readable),
])
