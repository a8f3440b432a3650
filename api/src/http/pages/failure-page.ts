import type { FastifyReply, FastifyRequest } from 'fastify'
import {
  type ErrorResponse,
  FIELD_NAMES,
  sentenceOf,
  WORDS,
} from '../../../../contract/waitlist.ts'
import { html, type Markup } from '../../../../letters/html.ts'
import { ERRORS } from '../../system/error-responses.ts'
import { sendAnswer, wantsPage } from './answer.ts'

/** A sentence for each invalid field, else the one of the error. */
const sentencesOf = ({ error, fields = {} }: ErrorResponse): readonly string[] => {
  const sentences = FIELD_NAMES.flatMap((name) => {
    const message = fields[name]
    return message === undefined ? [] : [sentenceOf(name, message)]
  })
  return sentences.length > 0 ? sentences : [error]
}

/**
 * Sends failures of a form, as a page if it was sent without JavaScript. The page repeats nothing that
 * was sent: the form may come from another website.
 * @param advice how to send it again
 */
export const failureSender =
  (advice: Markup) =>
  (response: ErrorResponse, request: FastifyRequest, reply: FastifyReply): FastifyReply =>
    wantsPage(request)
      ? sendAnswer(
          reply,
          WORDS.failed,
          html`${sentencesOf(response).map((sentence) => html`<p>${sentence}</p>`)}
${
  response.code === ERRORS.crossSite.body.code
    ? ''
    : html`<p>${advice}</p>
`
}<p><a href="/waitlist">Open the waitlist page</a></p>`,
        )
      : reply.send(response)

export const sendFailure = failureSender(
  html`Use your browser's Back button; what you typed is still in the form.`,
)
