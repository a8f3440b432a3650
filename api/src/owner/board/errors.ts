import type { FastifyError, FastifyInstance } from 'fastify'
import { OwnerError } from '../../../../contract/owner-error.ts'
import { html } from '../../../../letters/html.ts'
import { HttpError } from '../../system/error-responses.ts'
import { explain } from '../../system/explain.ts'
import { sendPage } from './page.ts'
import type { Board } from './request.ts'

/** An error that is shown as a page. */
export class BoardError extends Error {
  readonly status: number
  readonly title: string

  constructor(status: number, title: string, sentence: string) {
    super(sentence)
    this.name = 'BoardError'
    this.status = status
    this.title = title
  }
}

export const NOTHING_STORED = new BoardError(
  404,
  'Not found',
  'Nothing is stored about that address.',
)

function toBoardError(error: FastifyError): BoardError {
  if (error instanceof BoardError) return error
  if (error instanceof OwnerError) return new BoardError(422, 'Nothing was done', error.message)
  if (error instanceof HttpError) {
    return new BoardError(error.reply.status, 'Refused', error.reply.body.error)
  }
  const { statusCode = 500 } = error
  if (statusCode < 500) return new BoardError(statusCode, 'Refused', 'We could not read that form.')
  return new BoardError(500, 'Something went wrong', explain(error))
}

/** Shows every failure as a page. Nothing is logged, because an error can quote what a person typed. */
export function showErrors(app: FastifyInstance, board: Board): void {
  app.setErrorHandler<FastifyError>((error, _request, reply) => {
    const { status, title, message } = toBoardError(error)
    return sendPage(reply.status(status), board, title, [
      html`<p>${message}</p>`,
      html`<p><a href="/">Open the board</a></p>`,
    ])
  })
  app.setNotFoundHandler(() => {
    throw new BoardError(404, 'Not found', 'There is no page at this address.')
  })
}
