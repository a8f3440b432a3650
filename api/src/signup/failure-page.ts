import type { FastifyReply, FastifyRequest } from 'fastify'
import { type ErrorResponse, FIELD_NAMES, FIELDS, WORDS } from '../../contract/waitlist.ts'
import { isForm } from '../body.ts'
import { html } from '../html.ts'

/** A sentence for each invalid field, else the one of the error. */
const sentencesOf = ({ error, fields = {} }: ErrorResponse): readonly string[] => {
  const invalid = FIELD_NAMES.filter((name) => fields[name] !== undefined)
  return invalid.length > 0 ? invalid.map((name) => FIELDS[name].sentence) : [error]
}

/** Repeats nothing that was sent: the form may come from another website. */
const failurePage = (response: ErrorResponse): string =>
  html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="robots" content="noindex">
<title>${WORDS.failed}</title>
</head>
<body>
<main>
<h1>${WORDS.failed}</h1>
${sentencesOf(response).map((sentence) => html`<p>${sentence}</p>`)}
<p>Use your browser's Back button; what you typed is still in the form.</p>
<p><a href="/waitlist">Open the waitlist page</a></p>
</main>
</body>
</html>
`.text

/** A browser that runs no JavaScript shows the response as a page. */
const wantsPage = (request: FastifyRequest): boolean =>
  isForm(request) || /^text\/html\b/.test(request.headers.accept ?? '')

export const sendFailure = (
  response: ErrorResponse,
  request: FastifyRequest,
  reply: FastifyReply,
): FastifyReply =>
  wantsPage(request)
    ? reply.type('text/html; charset=utf-8').send(failurePage(response))
    : reply.send(response)
