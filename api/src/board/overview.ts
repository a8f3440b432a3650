import { html, type Markup } from '../html.ts'
import { number } from '../operator/format.ts'
import { countMails, type MailCounts } from '../queue/tasks.ts'
import type { AddPages } from './add-pages.ts'
import { sendPage } from './page.ts'
import { type NameGroup, readStatistics } from './statistics.ts'
import { GROUP_WORDS } from './words.ts'

const failedNotice = ({ failed }: MailCounts): Markup =>
  failed === 0
    ? html``
    : html`<p class="notice" data-kind="danger"><a href="/mail">${failed === 1 ? 'One mail or webhook has' : `${number(failed)} mails and webhooks have`} failed.</a></p>`

const linkGroup: NameGroup = (group) =>
  html`<a href="/people?show=${group}">${GROUP_WORDS[group]}</a>`

export const addOverview: AddPages = (app, board) => {
  app.get('/', (_request, reply) =>
    board.withSession(async (session) =>
      sendPage(reply, board, { title: 'Overview', within: '/' }, [
        failedNotice(await countMails(session)),
        ...(await readStatistics(session, new Date(), linkGroup)),
      ]),
    ),
  )
}
