import { html, type Markup } from '../../../../letters/html.ts'
import { type GroupCounts, quarantineText } from '../../list/people/groups.ts'
import { findLateConfirmations, lateText } from '../../mail/queue/flood.ts'
import { countSendings } from '../../mail/queue/sendings.ts'
import { count, number, safe } from '../../system/format.ts'
import type { Session } from '../../system/session.ts'
import { LEVELS, type Named } from '../doctor/checks.ts'
import { examine } from '../doctor/doctor.ts'
import { type AddPages, sendPage } from './page.ts'
import type { Board } from './request.ts'
import { table } from './tables.ts'

const MINUTE = 60_000

/** The overview waits at most this long for the checks, because a mail server may not respond. */
const PATIENCE = 2_000

const checks = new WeakMap<Board, { readonly from: number; readonly found: Promise<Named[]> }>()

/** Runs the doctor's checks at most every five minutes. The worst findings come first. */
function findings(board: Board): Promise<Named[]> {
  const last = checks.get(board)
  if (last && Date.now() - last.from < 5 * MINUTE) return last.found
  const found = examine(board).then((all) =>
    all.toSorted((one, other) => LEVELS.indexOf(one.level) - LEVELS.indexOf(other.level)),
  )
  checks.set(board, { from: Date.now(), found })
  found.catch(() => checks.delete(board))
  return found
}

const inTime = (board: Board): Promise<Named[] | undefined> =>
  Promise.race([
    findings(board),
    new Promise<undefined>((resolve) => setTimeout(resolve, PATIENCE, undefined).unref()),
  ])

/** The board itself counts what these checks cover, and links to it. */
const SEEN = ['quarantine', 'confirmations', 'failures']

type Item = readonly [href: string, words: string]

/** Returns one item that shows the first problem and counts the others, and one for the steps that are left. */
function doctorItems(found: readonly Named[]): Item[] {
  const others = found.filter(({ check }) => !SEEN.includes(check))
  const problems = others.filter(({ level }) => level === 'problem')
  const steps = others.filter(({ level }) => level === 'to do').length
  const more = problems.length > 1 ? `${count(problems.length - 1, 'more problem')}; ` : ''
  return [
    ...problems
      .slice(0, 1)
      .map(({ check, found }): Item => ['/doctor', `${more}${check}: ${safe(found)}`]),
    ...(steps > 0 ? [['/doctor', `${count(steps, 'step')} before you go live`] as const] : []),
  ]
}

/** Lists what needs the owner's attention, with links to the pages that help, and the latest backup's age. */
export async function attention(
  session: Session,
  groups: GroupCounts,
  board: Board,
): Promise<Markup> {
  const { failed } = await countSendings(session)
  const late = await findLateConfirmations(session)
  const found = await inTime(board)
  const counted: [number, ...Item][] = [
    [late.count, '/mail?show=waiting', lateText(late)],
    [
      failed,
      '/mail?show=failed',
      count(failed, 'failed email or webhook', 'failed emails and webhooks'),
    ],
    [groups.quarantined, '/people?show=quarantined', quarantineText(groups)],
    [groups.unconfirmed, '/people?show=unconfirmed', `${number(groups.unconfirmed)} not confirmed`],
  ]
  const items = [
    ...counted.filter(([amount]) => amount > 0).map(([, ...item]): Item => item),
    ...doctorItems(found ?? []),
  ]
  const backup = found?.find(({ check }) => check === 'backup')?.found
  const facts: Item[] = [
    ['/doctor', found ? (backup ?? 'All checks') : 'The checks are still running'],
  ]
  return html`<nav class="needs" aria-label="Needs attention"><strong>${items.length > 0 ? 'Needs attention' : 'Nothing needs attention'}</strong><ul>${[
    ...items,
    ...facts,
  ].map(([href, words]) => html`<li><a href="${href}">${words}</a></li>`)}</ul></nav>`
}

const WORDS = { problem: 'Problem', 'to do': 'Before you go live', ok: 'Fine' } as const

export const addDoctor: AddPages = ({ get }, board) => {
  get('/doctor', async ({ reply }) => {
    const rows = (await findings(board)).map(({ check, level, found, fix = '' }) => [
      check,
      WORDS[level],
      html`${safe(found)}${fix ? html`<pre>${fix}</pre>` : ''}`,
    ])
    return sendPage(reply, board, 'Checks', [
      html`<p>What <code>${board.name} doctor</code> finds. The checks run again after five minutes.</p>`,
      table('Checks', ['Check', 'State', 'Found'], rows),
    ])
  })
}
