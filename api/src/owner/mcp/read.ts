import { readdirSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { z } from 'zod'
import { readConditions } from '../../../../contract/conditions.ts'
import { UsageError } from '../../../../contract/owner-error.ts'
import { GROUP_NAMES } from '../../list/people/groups.ts'
import { list } from '../../list/people/people.ts'
import { withoutReferrals } from '../../list/people/person.ts'
import { parseSince } from '../../system/time.ts'
import { parseEmail } from '../cli/context.ts'
import { readQueue } from '../cli/mail.ts'
import { toJson } from '../cli/output.ts'
import { findShown } from '../cli/show.ts'
import { readStats } from '../cli/stats.ts'
import { examine } from '../doctor/doctor.ts'
import { EMAIL, NOT_PERSONAL, PERSONAL, type ToolContext, WHERE } from './tools.ts'

const DOCS = resolve(import.meta.dirname, '../../../../docs')

const PAGES = readdirSync(DOCS)
  .filter((file) => file.endsWith('.md'))
  .map((file) => file.replace(/\.md$/, ''))

const SELECTION = {
  group: z.enum(GROUP_NAMES).default('listed').describe('people who left are not “listed”'),
  search: z
    .string()
    .optional()
    .describe('only people with this text in their address, an answer or the source'),
  since: z.string().optional().describe('a date (2026-01-31) or a period (7d, 12h)'),
  where: WHERE,
  limit: z.int().min(1).max(500).default(50),
}

/** Adds the read-only tools. */
export function addReading({ server, context, reply }: ToolContext): void {
  const { withSession, referrals } = context
  const read = <Shape extends z.core.$ZodLooseShape>(
    name: string,
    description: string,
    shape: Shape,
    work: (args: z.output<z.ZodObject<Shape>>) => Promise<string>,
  ) => {
    // An unknown argument is an error, because ignoring a condition would change what the call means.
    const inputSchema: z.ZodType = z.strictObject(shape)
    const annotations = { readOnlyHint: true, openWorldHint: false }
    server.registerTool(name, { description, inputSchema, annotations }, (args) =>
      reply(() => work(args as z.output<z.ZodObject<Shape>>)),
    )
  }

  read(
    'stats',
    `Counts visits to the site and people on the list: in total, per day, choice, source and letter. ${NOT_PERSONAL}`,
    {},
    () => withSession(async (session) => toJson(await readStats(session))),
  )

  read(
    'list',
    `Lists people, newest first. ${PERSONAL}`,
    SELECTION,
    ({ group, search, since, where, limit }) => {
      if (group === 'quarantined' && where) {
        throw new UsageError('Conditions do not apply to people in quarantine.')
      }
      const selection = {
        group,
        text: search,
        since: since === undefined ? undefined : parseSince(since),
        where: readConditions(where, context.referrals),
        limit,
      }
      return withSession(async (session) => {
        const people = await list(session, selection)
        return toJson(referrals ? people : people.map(withoutReferrals))
      })
    },
  )

  read(
    'show',
    `Shows everything that is stored about a person. ${PERSONAL}`,
    { email: EMAIL },
    ({ email }) => {
      const { key } = parseEmail(email)
      return withSession(async (session) => toJson(await findShown(session, key, context)))
    },
  )

  read(
    'mail',
    `Counts emails and webhooks by state. Lists the waiting letters, and the newest failures without addresses. ${NOT_PERSONAL}`,
    {},
    () =>
      withSession(async (session) => {
        const { failures, ...queue } = await readQueue(session)
        return toJson({ ...queue, failures: failures.map(({ email, mailbox, ...rest }) => rest) })
      }),
  )

  read(
    'doctor',
    `Checks the database, backups, emails, DNS and the certificate, and says how to fix each problem. ${NOT_PERSONAL}`,
    {},
    async () => toJson(await examine(context)),
  )

  read(
    'docs',
    `Returns a page of the documentation in Markdown. The page README links to the others. ${NOT_PERSONAL}`,
    { page: z.enum(PAGES).default('README') },
    ({ page }) => readFile(join(DOCS, `${page}.md`), 'utf8'),
  )
}
