import { z } from 'zod'
import { readConditions } from '../../../../contract/conditions.ts'
import { OwnerError } from '../../../../contract/owner-error.ts'
import { ANSWER_NAMES } from '../../list/inbox/signup.ts'
import { suppressionsFile } from '../../list/suppressions/file.ts'
import type { PreparedLetter } from '../../mail/letters/prepare.ts'
import type { Session } from '../../system/session.ts'
import { parseAt } from '../../system/time.ts'
import { findWarnings, planAnnouncement, planTest, withoutToken } from '../cli/announce.ts'
import { parseEmail } from '../cli/context.ts'
import { planCorrection } from '../cli/correct.ts'
import { planErasure } from '../cli/erase.ts'
import { checkSelection, planInvitation, planInvitations } from '../cli/invite.ts'
import type { Plan } from '../cli/plan.ts'
import { foundText } from '../cli/show.ts'
import { MINUTES, Previews } from '../previews.ts'
import { EMAIL, NOT_PERSONAL, PERSONAL, type ToolContext, WHERE } from './tools.ts'

const HOW =
  'Without a token, this only returns a preview and a token. Show the preview to the owner. If the owner agrees, ' +
  'call this again with the same arguments and the token.'

const LETTER = z
  .string()
  .describe(
    'the text of the letter in Markdown, which begins with three lines: ---, subject: Your subject, ---',
  )

const REFUSED =
  'This token is unknown, has expired, was used, or belongs to another call. This call changed nothing. ' +
  'Check what was already done, then call the tool without a token for a new preview.'

const TOKEN = z.string().optional().describe('the preview’s token, once the owner agrees')

interface Prepared {
  /** Text that is shown before the question. */
  readonly shown?: string
  readonly plan: Plan | string
}

const previewOf = (shown: string | undefined, question: string, token: string): string =>
  [
    ...(shown ? [shown] : []),
    question,
    `Nothing was changed yet. This token is valid once, for ${MINUTES} minutes and these arguments: ${token}`,
  ].join('\n\n')

/** Shows a letter as readers see it, with the form's sample answers. */
async function letterText(prepared: PreparedLetter): Promise<string> {
  const { subject, text } = withoutToken(prepared)
  return [`Subject: ${subject}`, text, ...(await findWarnings(prepared))].join('\n\n')
}

/** Adds the tools that make changes after a preview. */
export function addActing({ server, context, reply }: ToolContext): void {
  const previews = new Previews()

  const act = <Shape extends z.core.$ZodLooseShape>(
    tool: string,
    description: string,
    shape: Shape,
    prepare: (session: Session, args: z.output<z.ZodObject<Shape>>) => Promise<Prepared>,
  ) => {
    const inputSchema: z.ZodType = z.strictObject({ ...shape, token: TOKEN })
    const annotations = { readOnlyHint: false, destructiveHint: true, idempotentHint: false }
    const config = { description: `${description} ${HOW}`, inputSchema, annotations }
    server.registerTool(tool, config, (given) =>
      reply(async () => {
        const { token, ...args } = given as { token?: string }
        const call = { tool, args }
        if (token !== undefined) {
          const plan = previews.take(token, call)
          if (plan === undefined) throw new OwnerError(REFUSED)
          const done = await context.withSession((session) => plan.perform(session))
          return [done, ...(plan.remark ? [plan.remark] : [])].join('\n')
        }
        const { shown, plan } = await context.withSession((session) =>
          prepare(session, args as z.output<z.ZodObject<Shape>>),
        )
        if (typeof plan === 'string') return plan
        return previewOf(shown, plan.question, previews.add(call, plan))
      }),
    )
  }

  /** The Markdown parser loads only here, because that takes longer than loading everything else. */
  const prepareText = async (letter: string): Promise<PreparedLetter> => {
    const { prepareLetter } = await import('../../mail/letters/prepare.ts')
    return prepareLetter('The letter', context, Buffer.from(letter))
  }

  act(
    'invite',
    `Invites people who have confirmed: either one person, or the first in line by count, where or both. ${NOT_PERSONAL}`,
    { email: EMAIL.optional(), count: z.int().min(1).optional(), where: WHERE },
    async (session, { email, count, where }) => {
      const conditions = readConditions(where, context.referrals)
      checkSelection(email, { count, where: conditions })
      return {
        plan:
          email === undefined
            ? await planInvitations(session, { count, conditions }, context)
            : await planInvitation(session, parseEmail(email).key, context),
      }
    },
  )

  act(
    'announce_test',
    `Sends a letter as a test to one address, which need not be on the list. ${NOT_PERSONAL}`,
    { letter: LETTER, to: z.string().describe('the address') },
    async (_session, { letter, to }) => {
      const prepared = await prepareText(letter)
      return { shown: await letterText(prepared), plan: planTest(prepared, to, context) }
    },
  )

  act(
    'announce',
    `Sends a letter to everyone who has confirmed and meets the conditions. Each person gets the same letter once. ${NOT_PERSONAL}`,
    {
      letter: LETTER,
      where: WHERE,
      at: z.string().optional().describe('when to send it, such as 2026-12-01T09:00Z'),
    },
    async (session, { letter, where, at }) => {
      const prepared = await prepareText(letter)
      const mailing = {
        conditions: readConditions(where, context.referrals),
        at: at ? parseAt(at) : undefined,
      }
      return {
        shown: await letterText(prepared),
        plan: await planAnnouncement(session, prepared, mailing, context),
      }
    },
  )

  act(
    'correct',
    `Changes one answer of a person on the list, by the form’s rules. ${PERSONAL}`,
    {
      email: EMAIL,
      question: z.enum(ANSWER_NAMES),
      value: z.string().describe('the new answer; an empty value clears an optional answer'),
    },
    async (session, { email, question, value }) => ({
      plan: await planCorrection(session, parseEmail(email).key, [question, value], context.name),
    }),
  )

  act(
    'erase',
    `Erases a person permanently. A keyed hash of the address is kept, so that no import or restore brings the person back. ${PERSONAL}`,
    { email: EMAIL },
    async (session, { email }) => {
      const file = suppressionsFile(await context.findDataDir())
      const plan = await planErasure(session, parseEmail(email).key, file)
      return { shown: foundText(plan.found), plan }
    },
  )
}
