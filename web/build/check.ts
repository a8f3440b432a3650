/**
 * The first step of the build: content that breaks its own type is refused before
 * anything is made of it. What only the finished pages show, the last step checks.
 */
import './environment.ts'
import { checkPlans } from '../content/checks/plans.ts'
import { checkPosts } from '../content/checks/posts.ts'
import { clauseSchema, postSchema } from '../content/checks/schemas.ts'
import { plans } from '../content/plans.ts'
import { readFrontmatter } from './frontmatter.ts'
import { refuse } from './refuse.ts'

const [posts, ...clauses] = await Promise.all([
  readFrontmatter('posts/', postSchema),
  readFrontmatter('legal/terms/', clauseSchema),
  readFrontmatter('legal/privacy/', clauseSchema),
])
const readable = posts.flatMap(({ file, value }) => (value ? [{ file, value }] : []))

refuse([
  ...checkPlans(plans),
  ...[...posts, ...clauses.flat()].flatMap(({ problems }) => problems),
  ...checkPosts(readable, new Date().toJSON().slice(0, 10)),
])
