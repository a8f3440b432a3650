import { html, type Markup } from '../../../../letters/html.ts'
import { countGroups, type Group, type GroupCounts, groupOf } from '../../list/groups.ts'
import { emailKey } from '../../list/identity.ts'
import { countSelection, list } from '../../list/people.ts'
import type { Person } from '../../list/person.ts'
import { number, safe } from '../../system/format.ts'
import { answersOf } from './answer-form.ts'
import { type AddPages, notice, sendPage } from './page.ts'
import { addressOf, keyOf } from './request.ts'
import { listTable } from './tables.ts'
import { GROUP_WORDS, nameOf, otherAnswers, tag, timeOf } from './words.ts'

interface Search {
  readonly group: Group
  readonly text: string
  /** From 1. */
  readonly page: number
}

const PAGE_SIZE = 50

const HEADINGS = ['Person', 'State', 'Answers', 'Joined (UTC)']

const addressOfSearch = ({ group, text, page }: Search): string =>
  addressOf('/people', {
    show: group === 'listed' ? '' : group,
    search: text,
    page: page === 1 ? '' : String(page),
  })

const searchForm = ({ group, text }: Search): Markup =>
  html`<search><form action="/people">
<input type="hidden" name="show" value="${group}">
<label for="search">Part of an address or an answer</label>
<div role="group"><input type="search" id="search" name="search" value="${text}" autocomplete="off" spellcheck="false"><button>Search</button></div>
</form></search>`

const groupLinks = (search: Search, counts: GroupCounts): Markup =>
  html`<nav aria-label="Groups"><ul>${Object.entries(counts).map(([name, count]) => {
    const group = name as Group
    const current = group === search.group ? html` aria-current="true"` : ''
    return html`<li><a href="${addressOfSearch({ ...search, group, page: 1 })}"${current}>${GROUP_WORDS[group]} <small>${number(count)}</small></a></li>`
  })}</ul></nav>`

function row(person: Person): Markup {
  const answers = answersOf(person)
  const { email } = answers
  const group = groupOf(person)
  return html`<tr>
<td><a href="${addressOf('/person', { who: emailKey(email) ?? '' })}">${nameOf(answers, email)}</a><br><small class="address">${safe(email)}</small></td>
<td>${tag(group, GROUP_WORDS[group])}</td>
<td>${otherAnswers(answers)}</td>
<td>${timeOf(person.joined_at)}</td>
</tr>`
}

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

const QUARANTINE = html`<p>The hidden field of these signups was filled in, by a bot or by a browser, or an answer contains a link. They are not on the list, and are deleted after 30 days. Open one to release it.</p>`

const nobody = ({ text }: Search): Markup =>
  html`<p>${text === '' ? 'This group is empty.' : 'No people found.'}</p>`

export const addPeople: AddPages = ({ get }, board) => {
  get('/people', async ({ session, sent, reply }) => {
    const { show, search: text = '', page = '', done } = sent
    const search: Search = {
      group: keyOf(show, GROUP_WORDS, 'listed'),
      text: text.trim(),
      page: /^[1-9]\d{0,6}$/.test(page) ? Number(page) : 1,
    }
    const counts = await countGroups(session)
    const offset = (search.page - 1) * PAGE_SIZE
    const found = await list(session, { ...search, limit: PAGE_SIZE, offset })
    const quarantined = search.group === 'quarantined'
    const within = quarantined ? '/people?show=quarantined' : '/people'
    return sendPage(reply, board, { title: quarantined ? 'Quarantine' : 'People', within }, [
      notice(done),
      quarantined ? QUARANTINE : html``,
      searchForm(search),
      groupLinks(search, counts),
      found.length === 0
        ? nobody(search)
        : html`${listTable(HEADINGS, found.map(row))}${pageLinks(search, await countSelection(session, search))}`,
    ])
  })
}
