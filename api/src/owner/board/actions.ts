import type { FastifyReply } from 'fastify'
import { OwnerError } from '../../../../contract/owner-error.ts'
import { html, type Markup } from '../../../../letters/html.ts'
import { fillLabels } from '../../../../letters/placeholders.ts'
import { readTemplates } from '../../../../letters/templates.ts'
import { readLetters } from '../../mail/letters/announce.ts'
import { count, safe } from '../../system/format.ts'
import type { Session } from '../../system/session.ts'
import { findWarnings, planTest, type Testable, withoutToken } from '../cli/announce.ts'
import { parseNumber } from '../cli/context.ts'
import { planInvitations } from '../cli/invite.ts'
import { planCancel } from '../cli/mail.ts'
import type { Plan } from '../cli/plan.ts'
import { Previews } from '../previews.ts'
import { type AddPages, form, sendPage } from './page.ts'
import { peopleTable } from './people.ts'
import { addressOf, type Board } from './request.ts'

const SEEN_BEFORE = 'This preview has expired or was already used. Nothing was changed this time.'

/** The invitation's preview shows at most this many people. */
const SHOWN = 50

const DRAFT = '---\nsubject: Your subject\n---\n\n'

/** Returns the letters in the database by id, and those in the build by name. */
async function lettersOf(session: Session, { mailsFile = '', linksUrl }: Board) {
  const { after, origin } = readTemplates(mailsFile)
  const all = [
    ...(await readLetters(session)),
    ...after.map((each) => ({ ...each, id: each.name })),
  ]
  return new Map<string, Testable>(
    all.map((letter) => [letter.id, { letter, origin: linksUrl ?? origin }]),
  )
}

async function testForm(session: Session, board: Board, chosen: string): Promise<Markup> {
  const letters = [...(await lettersOf(session, board))].map(
    ([id, { letter }]) =>
      html`<option value="${id}"${id === chosen ? html` selected` : ''}>${safe(fillLabels(letter.subject))}</option>`,
  )
  return html`<form method="post" action="/test">
<label for="letter">Letter</label>
<select id="letter" name="letter"><option value="">The text below</option>${letters}</select>
<label for="text">Its text in Markdown</label>
<textarea id="text" name="text" rows="10">${DRAFT}</textarea>
<label for="to">Send the test to</label>
<input type="email" id="to" name="to" required>
<button>Preview</button></form>`
}

/** Adds the owner's actions. Each shows a preview before it runs, and a preview can be carried out only once. */
export const addActions: AddPages = ({ get, post }, board) => {
  const previews = new Previews()

  /** @param done the key of the notice that the overview shows afterwards */
  const ask = (
    reply: FastifyReply,
    title: string,
    plan: Plan | string,
    done: string,
    shown: Markup,
  ): FastifyReply => {
    if (typeof plan === 'string') return sendPage(reply, board, title, [html`<p>${plan}</p>`])
    const token = previews.add({ tool: done, args: {} }, plan)
    return sendPage(reply, board, title, [
      html`<p>${safe(plan.question)}</p>`,
      form('/do', { token, done }, html`<button>${title}</button>`),
      html`<p><a href="/">Cancel</a></p>`,
      html`${plan.remark ? html`<p>${plan.remark}</p>` : ''}${shown}`,
    ])
  }

  get('/invite', async ({ session, sent, reply }) => {
    const most = parseNumber('The number of people')(sent['count'] ?? '')
    const plan = await planInvitations(session, { count: most, conditions: [] }, board)
    const found = typeof plan === 'string' ? [] : plan.found
    const more = found.length - SHOWN
    const shown = html`${peopleTable('confirmed', found.slice(0, SHOWN))}${more > 0 ? html`<p>And ${count(more, 'more person', 'more people')}.</p>` : ''}`
    return ask(reply, 'Invite', plan, 'invited', shown)
  })

  get('/cancel', async ({ session, sent: { letter = '' }, reply }) => {
    const plan = await planCancel(session, letter, board.name)
    return ask(reply, 'Withdraw', plan, 'withdrawn', html``)
  })

  get('/test', async ({ session, sent: { letter = '' }, reply }) =>
    sendPage(reply, board, 'Send a test of a letter', [await testForm(session, board, letter)]),
  )

  post('/test', async ({ session, sent: { letter = '', text = '', to = '' }, reply }) => {
    // The Markdown parser loads only here, because that takes a long time.
    const { prepareLetter } = await import('../../mail/letters/prepare.ts')
    const prepared =
      (await lettersOf(session, board)).get(letter) ??
      prepareLetter('The letter', board, Buffer.from(text))
    const { subject, text: shown } = withoutToken(prepared)
    const warnings = await findWarnings(prepared)
    return ask(
      reply,
      'Send the test',
      planTest(prepared, to, board),
      'tested',
      html`
${warnings.map((warning) => html`<p class="notice">${safe(warning)}</p>`)}
<section><h2>${safe(subject)}</h2><pre>${shown.split('\n').map((line) => html`${safe(line)}`)}</pre></section>`,
    )
  })

  post('/do', async ({ session, sent: { token = '', done = '' }, reply }) => {
    const plan = previews.take(token, { tool: done, args: {} })
    if (plan === undefined) throw new OwnerError(SEEN_BEFORE)
    await plan.perform(session)
    return reply.redirect(addressOf('/', { done }), 303)
  })
}
