import type { FastifyReply } from 'fastify'
import { html } from '../../../../letters/html.ts'
import { correct } from '../../list/correct.ts'
import { erase } from '../../list/erase.ts'
import { changeList } from '../../list/history.ts'
import { copyRefusals } from '../../list/refusals-file.ts'
import { release } from '../../list/release.ts'
import { wantConfirmation } from '../../mail/want.ts'
import type { Session } from '../../system/session.ts'
import { readAnswers } from './answer-form.ts'
import { NOTHING_STORED } from './errors.ts'
import { type AddPages, actionForm, sendPage } from './page.ts'
import { readRecord, recordPage, summary, type Typed } from './record.ts'
import { addressOf } from './request.ts'

const goTo = (reply: FastifyReply, who: string, done: string): FastifyReply =>
  reply.redirect(addressOf('/person', { who, done }), 303)

export const addPerson: AddPages = ({ get, post }, board) => {
  const show = async (session: Session, reply: FastifyReply, who: string, typed?: Typed) =>
    recordPage(reply, board, await readRecord(session, who, board), typed)

  get('/person', ({ session, sent: { who = '', done }, reply }) =>
    show(session, reply, who, { done }),
  )

  post('/person/correct', async ({ session, sent, reply }) => {
    const { who = '' } = sent
    const answers = readAnswers(sent)
    const corrected = await correct(session, who, answers)
    if (corrected === undefined) throw NOTHING_STORED
    const { changed, problems } = corrected
    if (Object.keys(problems).length > 0) {
      return show(session, reply.status(422), who, { answers, problems })
    }
    return goTo(reply, who, changed.length === 0 ? 'unchanged' : 'corrected')
  })

  post('/person/release', async ({ session, sent: { who = '' }, reply }) => {
    if ((await release(session, who)) === undefined) throw NOTHING_STORED
    return goTo(reply, who, 'released')
  })

  post('/person/resend', async ({ session, sent: { who = '' }, reply }) => {
    await changeList(session, () => wantConfirmation(session, who))
    return goTo(reply, who, 'resent')
  })

  get('/person/erase', async ({ session, sent: { who = '' }, reply }) => {
    const record = await readRecord(session, who, board)
    return sendPage(reply, board, { title: 'Erase this person?', within: '/people' }, [
      html`<p>All of this is deleted permanently. A keyed hash of the address stays, so that no import or restore brings the person back. They can join again through the form, unless they had left.</p>`,
      html`<article>${summary(record)}</article>`,
      html`<div class="actions">
${actionForm('/person/erase', { who }, html`<button class="danger">Erase permanently</button>`)}
<a href="${addressOf('/person', { who })}">Keep</a>
</div>`,
    ])
  })

  post('/person/erase', async ({ session, sent: { who = '' }, reply }) => {
    const erased = await erase(session, who, () => copyRefusals(session, board.refusals, who))
    if (erased === 0) throw NOTHING_STORED
    return reply.redirect(addressOf('/people', { done: 'erased' }), 303)
  })
}
