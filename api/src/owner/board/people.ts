import { PassThrough } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { answerText, columnLabel, FIELDS, QUESTION_NAMES } from '../../../../contract/waitlist.ts'
import { html, type Markup } from '../../../../letters/html.ts'
import { countGroups, type Group, groupOf } from '../../list/people/groups.ts'
import { mailboxOf } from '../../list/people/mailbox.ts'
import { countSelection, list, timeOfGroup } from '../../list/people/people.ts'
import type { Person } from '../../list/people/person.ts'
import { number, safe } from '../../system/format.ts'
import { exportPeople } from '../transfer/export.ts'
import { type AddPages, links, notice, sendPage } from './page.ts'
import { addressOf, type Board, keyOf } from './request.ts'
import { table, timeOf } from './tables.ts'

export const GROUP_WORDS: Readonly<Record<Group, string>> = {
  listed: 'On the list',
  confirmed: 'Confirmed',
  unconfirmed: 'Not confirmed',
  invited: 'Invited',
  claimed: 'Claimed',
  left: 'Left',
  quarantined: 'In quarantine',
}

const NAMES = QUESTION_NAMES.filter((name) => /name$/.test(FIELDS[name].autocomplete))

/** Returns the person's name, or the address when the form does not ask for a name. */
export const nameOf = (person: Person): string =>
  safe(
    NAMES.map((name) => person[name] ?? '')
      .join(' ')
      .trim() ||
      (person.email ?? ''),
  )

/** Returns the answers except name and address, on one line. */
const otherAnswers = (person: Person): string =>
  QUESTION_NAMES.filter((name) => name !== 'email' && !NAMES.includes(name))
    .flatMap((name) => (person[name] ? [safe(answerText(name, person[name]))] : []))
    .join(' · ')

interface Search {
  readonly group: Group
  readonly text: string
  /** The page number, from 1. */
  readonly page: number
}

const PAGE_SIZE = 50

const addressOfSearch = ({ group, text, page }: Search): string =>
  addressOf('/people', { show: group, search: text, page: String(page) })

const searchForm = ({ group, text }: Search): Markup =>
  html`<search><form action="/people">
<input type="hidden" name="show" value="${group}">
<label for="search">Part of an address or an answer</label>
<div role="group"><input type="search" id="search" name="search" value="${text}" autocomplete="off" spellcheck="false"><button>Search</button></div>
</form></search>`

const rowIn = (group: Group) => (person: Person) => [
  html`<a href="${addressOf('/person', { who: mailboxOf(person.email ?? '') ?? '' })}">${nameOf(person)}</a><br><small>${safe(person.email ?? '')}</small>`,
  GROUP_WORDS[groupOf(person)],
  timeOf(person[timeOfGroup(group)] ?? ''),
  otherAnswers(person),
]

function pageLinks(search: Search, total: number): Markup {
  const { page } = search
  const [from, to] = [(page - 1) * PAGE_SIZE + 1, Math.min(page * PAGE_SIZE, total)]
  const link = (to: number, words: string): Markup =>
    html`<a href="${addressOfSearch({ ...search, page: to })}">${words}</a>`
  return html`<nav aria-label="Pages">
${page > 1 ? link(page - 1, 'Newer') : ''}
<small>${number(from)}–${number(to)} of ${number(total)}</small>
${to < total ? link(page + 1, 'Older') : ''}
</nav>`
}

const QUARANTINE = html`<p>The hidden field of these signups was filled in, by a bot or by a browser. They are not on the list, and are deleted after 30 days. Open one to release it.</p>`

const EXPORT = '/export/people.csv'

/** Streams the list as of one moment. A failure aborts the download. */
function exportStream({ withSession, referrals }: Board): PassThrough {
  const output = new PassThrough()
  withSession((session) =>
    session.transaction(
      () => pipeline(exportPeople(session, 'csv', { referrals }), output),
      'SNAPSHOT',
    ),
  ).catch((error) => output.destroy(error))
  return output
}

export const addPeople: AddPages = ({ app, get }, board) => {
  get('/people', async ({ session, sent, reply }) => {
    const { show, search: text = '', page = '', done } = sent
    const search: Search = {
      group: keyOf(show, GROUP_WORDS, 'listed'),
      text: text.trim(),
      page: /^[1-9]\d{0,6}$/.test(page) ? Number(page) : 1,
    }
    const groups = Object.entries(await countGroups(session)).map(([group, amount]) => ({
      words: `${GROUP_WORDS[group as Group]} ${number(amount)}`,
      href: addressOfSearch({ ...search, group: group as Group, page: 1 }),
      isCurrent: group === search.group,
    }))
    const offset = (search.page - 1) * PAGE_SIZE
    const found = await list(session, { ...search, limit: PAGE_SIZE, offset })
    return sendPage(reply, board, 'People', [
      notice(done),
      searchForm(search),
      html`<nav aria-label="Groups">${links(groups)}</nav>`,
      search.group === 'quarantined' ? QUARANTINE : html``,
      found.length === 0
        ? html`<p>No people found.</p>`
        : html`${table('People', ['Person', 'State', `${columnLabel(timeOfGroup(search.group))} (UTC)`, 'Answers'], found.map(rowIn(search.group)))}${pageLinks(search, await countSelection(session, search))}`,
      html`<p><a href="${EXPORT}" download>Download everyone on the list (CSV)</a>. The file holds names and addresses: protect it, and delete it when you no longer need it.</p>`,
    ])
  })

  app.get(EXPORT, (_request, reply) =>
    reply
      .type('text/csv; charset=utf-8')
      .header('content-disposition', 'attachment; filename="people.csv"')
      .send(exportStream(board)),
  )
}
