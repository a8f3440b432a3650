import { html } from '../../../mails/html.ts'
import { erase } from '../people/erase.ts'
import { copyRefusals } from '../transfer/refusals-file.ts'
import type { AddPages } from './add-pages.ts'
import { NOTHING_STORED } from './errors.ts'
import { actionForm, sendPage } from './page.ts'
import { readRecord, summary } from './record.ts'
import { addressOf, formOf, queryOf, textOf } from './request.ts'

export const addErase: AddPages = (app, board) => {
  app.get('/person/erase', (request, reply) =>
    board.withSession(async (session) => {
      const who = textOf(queryOf(request)['who'])
      const record = await readRecord(session, who, board)
      return sendPage(reply, board, { title: 'Erase this person?', within: '/people' }, [
        html`<p class="lead">All of this is deleted permanently. A keyed hash of the address stays, so that no import or restore brings the person back. They can join again through the form.</p>`,
        html`<section class="panel">${summary(record)}</section>`,
        html`<div class="actions">
${actionForm('/person/erase', { who }, html`<button class="danger button">Erase permanently</button>`)}
<a class="quiet button" href="${addressOf('/person', { who })}">Keep</a>
</div>`,
      ])
    }),
  )

  app.post('/person/erase', (request, reply) =>
    board.withSession(async (session) => {
      const who = textOf(formOf(request)['who'])
      const erased = await erase(session, who, () => copyRefusals(session, board.refusals, who))
      if (erased === 0) throw NOTHING_STORED
      return reply.redirect(addressOf('/people', { done: 'erased' }), 303)
    }),
  )
}
