import type { FastifyReply } from 'fastify'
import type { Session } from '../database/session.ts'
import { queueConfirmation } from '../people/confirmation.ts'
import { correct, InvalidAnswer } from '../people/correct.ts'
import { release } from '../people/release.ts'
import { emailKey } from '../signup/identity.ts'
import type { AddPages } from './add-pages.ts'
import {
  type Answers,
  answersOf,
  changedNames,
  type Problems,
  problemsOf,
  readAnswers,
} from './answer-form.ts'
import { NOTHING_STORED } from './errors.ts'
import { readRecord, recordPage, type Typed } from './record.ts'
import { addressOf, formOf, queryOf, textOf } from './request.ts'

const goTo = (reply: FastifyReply, who: string, done: string): FastifyReply =>
  reply.redirect(addressOf('/person', { who, done }), 303)

interface Corrected {
  /** The identity, which a new address can change. */
  readonly who: string
  readonly problems: Problems
}

/** Makes the changes one by one. The address is first, so a refusal changes nothing. */
async function correctAll(
  session: Session,
  who: string,
  before: Answers,
  after: Answers,
): Promise<Corrected> {
  const changed = changedNames(before, after)
  const problems = problemsOf(after, changed)
  if (Object.keys(problems).length > 0) return { who, problems }
  let current = who
  for (const name of changed) {
    try {
      const person = await correct(session, current, name, after[name])
      if (person === undefined) throw NOTHING_STORED
    } catch (error) {
      if (error instanceof InvalidAnswer) return { who, problems: { [name]: error.message } }
      throw error
    }
    if (name === 'email') current = emailKey(after.email) ?? current
  }
  return { who: current, problems }
}

export const addPerson: AddPages = (app, board) => {
  const show = async (session: Session, reply: FastifyReply, who: string, typed?: Typed) =>
    recordPage(reply, board, await readRecord(session, who), typed)

  app.get('/person', (request, reply) =>
    board.withSession((session) => {
      const { who, done } = queryOf(request)
      return show(session, reply, textOf(who), { done })
    }),
  )

  app.post('/person/correct', (request, reply) =>
    board.withSession(async (session) => {
      const form = formOf(request)
      const key = textOf(form['who'])
      const { listed } = await readRecord(session, key)
      if (listed === undefined) throw NOTHING_STORED
      const [before, answers] = [answersOf(listed), readAnswers(form)]
      const { who, problems } = await correctAll(session, key, before, answers)
      if (Object.keys(problems).length > 0) {
        return show(session, reply.status(422), key, { answers, problems })
      }
      const unchanged = changedNames(before, answers).length === 0
      return goTo(reply, who, unchanged ? 'unchanged' : 'corrected')
    }),
  )

  app.post('/person/release', (request, reply) =>
    board.withSession(async (session) => {
      const who = textOf(formOf(request)['who'])
      if ((await release(session, who)) === undefined) throw NOTHING_STORED
      return goTo(reply, who, 'released')
    }),
  )

  app.post('/person/resend', (request, reply) =>
    board.withSession(async (session) => {
      const who = textOf(formOf(request)['who'])
      await queueConfirmation(session, who)
      return goTo(reply, who, 'resent')
    }),
  )
}
