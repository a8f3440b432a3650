import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import type { ErrorAnswer } from '../../contract/waitlist.ts'
import { DatabaseUnavailable } from '../db.ts'
import { ANSWERS, type Answer, HttpError } from './answers.ts'
import { fieldMessages, invalidFields } from './fields.ts'

const BY_STATUS = new Map<number | undefined, Answer>([
  [408, ANSWERS.timeout],
  [413, ANSWERS.bodyTooLarge],
  [415, ANSWERS.unsupportedType],
  [431, ANSWERS.headersTooLarge],
])

const isBodyError = ({ code, name }: FastifyError): boolean =>
  code?.startsWith('FST_ERR_CTP_') || name === 'SyntaxError'

/** The answer to whatever was thrown. What is not known to be the visitor's fault is our bug. */
function answerTo(error: FastifyError): Answer {
  if (error instanceof HttpError) return error.answer
  if (error instanceof DatabaseUnavailable) return ANSWERS.databaseAway
  if (error.validation) return invalidFields(fieldMessages(error.validation))
  const status = error.statusCode ?? 500
  if (status < 400 || status >= 500) return ANSWERS.bug
  return (
    BY_STATUS.get(status) ?? (isBodyError(error) ? ANSWERS.malformedBody : ANSWERS.malformedRequest)
  )
}

/** Logs what an operator should know; a visitor's mistake is not that. */
function logFailure(request: FastifyRequest, error: Error, { status }: Answer): void {
  if (error instanceof DatabaseUnavailable)
    request.log.warn({ reason: error.cause }, 'database away')
  else if (status >= 500) request.log.error({ err: error }, 'request failed')
}

type Send = (body: ErrorAnswer, request: FastifyRequest, reply: FastifyReply) => FastifyReply

/** Answers every error with its status and headers; `send` gives the body its form. */
export const errorHandler =
  (send: Send = (body, _request, reply) => reply.send(body)) =>
  (error: FastifyError, request: FastifyRequest, reply: FastifyReply): FastifyReply => {
    const answer = answerTo(error)
    logFailure(request, error, answer)
    return send(answer.body, request, reply.code(answer.status).headers({ ...answer.headers }))
  }
