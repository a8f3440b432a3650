import type { FastifyReply, FastifyRequest } from 'fastify'
import { type ErrorAnswer, FIELD_NAMES, type FieldName } from '../../contract/waitlist.ts'
import { isForm } from '../body.ts'
import { html, type Markup } from '../html.ts'
import { retryForm, type TypedValues } from './page-form.ts'
import { PAGE_CSP, STYLE } from './page-style.ts'
import { PAGE_TEXT } from './page-text.ts'

const JOINED = PAGE_TEXT.joined

const document = (title: string, main: Markup): string =>
  html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${title}</title>
<style>${STYLE}</style>
</head>
<body>
<main>
<h1>${title}</h1>
${main}
</main>
</body>
</html>
`.text

const JOINED_PAGE = document(
  JOINED.title,
  html`<p>${JOINED.sentence}</p>
<nav><a href="/">${JOINED.home}</a> <a href="/waitlist">${JOINED.waitlist}</a></nav>`,
)

const errorPage = (answer: ErrorAnswer, values: TypedValues): string =>
  document(
    PAGE_TEXT.failed.title,
    html`<p role="alert">${answer.error}</p>
${retryForm(values, answer.fields ?? {})}`,
  )

const typedValues = (body: unknown): TypedValues => {
  const values: Partial<Record<FieldName, unknown>> = typeof body === 'object' ? { ...body } : {}
  const texts = FIELD_NAMES.filter((name) => typeof values[name] === 'string')
  return Object.fromEntries(texts.map((name) => [name, values[name]]))
}

const asPage = (reply: FastifyReply): FastifyReply =>
  reply.type('text/html; charset=utf-8').header('content-security-policy', PAGE_CSP)

export const sendJoinedPage = (reply: FastifyReply): FastifyReply => asPage(reply).send(JOINED_PAGE)

/** As a page: the sentence and the messages with the same form, in which the values are kept. */
export const sendFailure = (
  answer: ErrorAnswer,
  request: FastifyRequest,
  reply: FastifyReply,
): FastifyReply =>
  isForm(request)
    ? asPage(reply).send(errorPage(answer, typedValues(request.body)))
    : reply.send(answer)
