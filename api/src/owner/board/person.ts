import type { FastifyReply } from 'fastify'
import { html } from '../../../../letters/html.ts'
import { changeList } from '../../list/history.ts'
import { correct } from '../../list/people/correct.ts'
import { erase } from '../../list/people/erase.ts'
import { release } from '../../list/people/release.ts'
import { copySuppressions } from '../../list/suppressions/file.ts'
import { wantConfirmation } from '../../mail/confirmations.ts'
import { NOTHING_STORED } from './errors.ts'
import { type AddPages, form, notice, sendPage } from './page.ts'
import { readRecord, recordPanels, summary, titleOf } from './record.ts'
import { addressOf } from './request.ts'

const goTo = (reply: FastifyReply, who: string, done: string): FastifyReply =>
  reply.redirect(addressOf('/person', { who, done }), 303)

export const addPerson: AddPages = ({ get, post }, board) => {
  get('/person', async ({ session, sent: { who = '', done }, reply }) => {
    const record = await readRecord(session, who, board)
    return sendPage(reply, board, titleOf(record), [notice(done), ...recordPanels(record)])
  })

  post('/person/correct', async ({ session, sent: { who = '', ...answers }, reply }) => {
    const corrected = await correct(session, who, answers)
    if (corrected === undefined) throw NOTHING_STORED
    const { problems } = corrected
    if (Object.keys(problems).length === 0) return goTo(reply, who, 'corrected')
    const record = await readRecord(session, who, board)
    return sendPage(reply.status(422), board, `Not saved: ${titleOf(record)}`, [
      html`<p class="notice" role="alert">Nothing was saved. Correct the marked fields.</p>`,
      ...recordPanels(record, { answers, problems }),
    ])
  })

  post('/person/release', async ({ session, sent: { who = '' }, reply }) => {
    const released = await release(session, who)
    if (released === 'unknown') throw NOTHING_STORED
    return goTo(reply, who, released)
  })

  post('/person/resend', async ({ session, sent: { who = '' }, reply }) => {
    await changeList(session, () => wantConfirmation(session, who))
    return goTo(reply, who, 'resent')
  })

  get('/person/erase', async ({ session, sent: { who = '' }, reply }) => {
    const record = await readRecord(session, who, board)
    return sendPage(reply, board, 'Erase this person?', [
      html`<p>All of this is deleted permanently. A keyed hash of the address stays, so that no import or restore brings the person back. They can join again through the form, unless they had left.</p>`,
      summary(record),
      html`<p><a href="${addressOf('/person', { who })}">Cancel</a></p>`,
      form('/person/erase', { who }, html`<button>Erase permanently</button>`),
    ])
  })

  post('/person/erase', async ({ session, sent: { who = '' }, reply }) => {
    const erased = await erase(session, who, () =>
      copySuppressions(session, board.suppressions, who),
    )
    if (erased === 0) throw NOTHING_STORED
    return reply.redirect(addressOf('/people', { done: 'erased' }), 303)
  })
}
