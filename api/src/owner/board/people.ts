import { PassThrough } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import {
  answerText,
  columnLabel,
  FIELDS,
  FRIEND_SOURCE,
  QUESTION_NAMES,
  REFERRAL_CODE_PATTERN,
} from '../../../../contract/waitlist.ts'
import { html, type Markup } from '../../../../letters/html.ts'
import { countGroups, type Group, groupOf } from '../../list/people/groups.ts'
import { mailboxOf } from '../../list/people/mailbox.ts'
import {
  countSelection,
  list,
  type Order,
  type OrderName,
  timeOfGroup,
} from '../../list/people/people.ts'
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

/** Returns the person's name, or the address if the form does not ask for a name. */
export const nameOf = (person: Person): string =>
  safe(
    NAMES.map((name) => person[name] ?? '')
      .join(' ')
      .trim() ||
      (person.email ?? ''),
  )

const OTHERS = QUESTION_NAMES.filter((name) => name !== 'email' && !NAMES.includes(name))

/** Returns the columns' headings, keyed by what each is sorted by. Quarantined signups have no state. */
function headingsOf(group: Group): Partial<Record<OrderName, string>> {
  const time = timeOfGroup(group)
  return {
    email: 'Person',
    ...(group !== 'quarantined' && { state: 'State' }),
    [time]: `${columnLabel(time)} (UTC)`,
    ...Object.fromEntries(OTHERS.map((name) => [name, FIELDS[name].label])),
    source: columnLabel('source') ?? '',
  }
}

function orderOf(group: Group, sort = ''): Order {
  const by = sort.replace(/^-/, '')
  return Object.hasOwn(headingsOf(group), by)
    ? { by: by as OrderName, isDescending: sort !== by }
    : { by: timeOfGroup(group), isDescending: true }
}

interface Search {
  readonly group: Group
  readonly text: string
  readonly order: Order
  /** The page number, from 1. */
  readonly page: number
}

const PAGE_SIZE = 50

const sortOf = ({ by, isDescending }: Order): string => (isDescending ? '-' : '') + by

const addressOfSearch = ({ group, text, order, page }: Search): string =>
  addressOf('/people', { show: group, search: text, sort: sortOf(order), page: String(page) })

/** A click on the current order's heading reverses the order. */
const headings = (search: Search): Markup[] =>
  Object.entries(headingsOf(search.group)).map(([name, label]) => {
    const isCurrent = name === search.order.by
    const isDescending = isCurrent ? !search.order.isDescending : name.endsWith('_at')
    const order = { by: name as OrderName, isDescending }
    const direction = search.order.isDescending ? 'descending' : 'ascending'
    return html`<th scope="col"${isCurrent ? html` aria-sort="${direction}"` : ''}><a href="${addressOfSearch({ ...search, order, page: 1 })}">${label}</a></th>`
  })

const searchForm = ({ group, text, order }: Search): Markup =>
  html`<search><form action="/people">
<input type="hidden" name="show" value="${group}"><input type="hidden" name="sort" value="${sortOf(order)}">
<label for="search">Part of an address or an answer</label>
<div role="group"><input type="search" id="search" name="search" value="${text}" autocomplete="off" spellcheck="false"><button>Search</button></div>
</form></search>`

const FRIEND_CODE = new RegExp(REFERRAL_CODE_PATTERN)

const rowIn = (group: Group) => (person: Person) => [
  html`<a href="${addressOf('/person', { who: mailboxOf(person.email ?? '') ?? '' })}">${nameOf(person)}</a> <small>${safe(person.email ?? '')}</small>`,
  ...(group === 'quarantined' ? [] : [GROUP_WORDS[groupOf(person)]]),
  timeOf(person[timeOfGroup(group)] ?? ''),
  ...OTHERS.map((name) => safe(answerText(name, person[name] ?? ''))),
  FRIEND_CODE.test(person.source ?? '') ? FRIEND_SOURCE : safe(person.source ?? ''),
]

/** Lists people with links to their records. */
export const peopleTable = (
  group: Group,
  people: readonly Person[],
  headings: readonly (string | Markup)[] = Object.values(headingsOf(group)),
): Markup => table('People', headings, people.map(rowIn(group)))

function pageLinks(search: Search, total: number, name: string): Markup {
  const { page } = search
  const [from, to] = [(page - 1) * PAGE_SIZE + 1, Math.min(page * PAGE_SIZE, total)]
  const link = (to: number, words: string): Markup =>
    html`<a href="${addressOfSearch({ ...search, page: to })}">${words}</a>`
  return html`<nav aria-label="${name}">
${page > 1 ? link(page - 1, 'Previous') : ''}
<span>${number(from)}–${number(to)} of ${number(total)}</span>
${to < total ? link(page + 1, 'Next') : ''}
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
    const { show, search: text = '', sort, page = '', done } = sent
    const group = keyOf<Group>(show, GROUP_WORDS, 'listed')
    const search: Search = {
      group,
      text: text.trim(),
      order: orderOf(group, sort),
      page: /^[1-9]\d{0,6}$/.test(page) ? Number(page) : 1,
    }
    const groups = Object.entries(await countGroups(session)).map(([name, amount]) => ({
      words: `${GROUP_WORDS[name as Group]} ${number(amount)}`,
      href: addressOf('/people', { show: name, search: search.text }),
      isCurrent: name === group,
    }))
    const offset = (search.page - 1) * PAGE_SIZE
    const found = await list(session, { ...search, limit: PAGE_SIZE, offset })
    const total = await countSelection(session, search)
    return sendPage(reply, board, 'People', [
      notice(done),
      searchForm(search),
      html`<nav aria-label="Groups">${links(groups)}</nav>`,
      group === 'quarantined' ? QUARANTINE : html``,
      found.length === 0
        ? html`<p>No people found.</p>`
        : html`${pageLinks(search, total, 'Pages')}${peopleTable(group, found, headings(search))}${pageLinks(search, total, 'Pages, below')}`,
      html`<p><a href="${EXPORT}" download>Download everyone on the list (CSV)</a>. The file contains names and addresses: protect it, and delete it when you no longer need it.</p>`,
    ])
  })

  app.get(EXPORT, (_request, reply) =>
    reply
      .type('text/csv; charset=utf-8')
      .header('content-disposition', 'attachment; filename="people.csv"')
      .send(exportStream(board)),
  )
}
