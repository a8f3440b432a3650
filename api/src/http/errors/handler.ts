import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import { type ErrorResponse, FIELD_NAMES, sentenceOf } from '../../../../contract/waitlist.ts'
import { InvalidForm } from '../../list/inbox/signup.ts'
import { ERRORS, type ErrorReply, HttpError } from '../../system/error-responses.ts'
import { DatabaseUnavailable } from '../../system/pool.ts'

/** An endpoint's replacements for error messages, by code. */
export type Sentences = Readonly<Record<string, string>>

declare module 'fastify' {
  interface FastifyContextConfig {
    sentences?: Sentences
  }
}

const BY_STATUS = new Map<number | undefined, ErrorReply>([
  [408, ERRORS.timeout],
  [413, ERRORS.bodyTooLarge],
  [415, ERRORS.unsupportedType],
  [431, ERRORS.headersTooLarge],
])

const isBodyError = ({ code, name }: FastifyError): boolean =>
  code?.startsWith('FST_ERR_CTP_') || name === 'SyntaxError'

/** Takes the sentence and the code from the first invalid field. */
function invalidFields({ fields }: InvalidForm): ErrorReply {
  for (const name of FIELD_NAMES) {
    const message = fields[name]
    if (message === undefined) continue
    const code = `${name.toUpperCase()}_INVALID`
    return { status: 400, body: { error: sentenceOf(name, message), code, fields } }
  }
  return ERRORS.malformedBody
}

/** Treats every unknown error as a bug in the API. */
function replyTo(error: FastifyError | InvalidForm): ErrorReply {
  if (error instanceof HttpError) return error.reply
  if (error instanceof DatabaseUnavailable) return ERRORS.unavailable
  if (error instanceof InvalidForm) return invalidFields(error)
  const status = error.statusCode ?? 500
  if (status < 400 || status >= 500) return ERRORS.bug
  return (
    BY_STATUS.get(status) ?? (isBodyError(error) ? ERRORS.malformedBody : ERRORS.malformedRequest)
  )
}
/** Logs our own failures, but not visitors' mistakes. */
function logFailure(request: FastifyRequest, error: Error, status: number): void {
  if (error instanceof DatabaseUnavailable)
    request.log.warn({ reason: error.cause }, 'database unavailable')
  else if (status >= 500) request.log.error({ err: error }, 'request failed')
}

type Send = (body: ErrorResponse, request: FastifyRequest, reply: FastifyReply) => FastifyReply

/** Returns a handler that sends each error with its status and headers; `send` can write the body in another format. */
export const errorHandler =
  (send: Send = (body, _request, reply) => reply.send(body)) =>
  (error: FastifyError, request: FastifyRequest, reply: FastifyReply): FastifyReply => {
    const { status, headers, body } = replyTo(error)
    logFailure(request, error, status)
    const sentence = request.routeOptions?.config?.sentences?.[body.code] ?? body.error
    return send({ ...body, error: sentence }, request, reply.code(status).headers({ ...headers }))
  }
