import type { FastifyReply, FastifyRequest } from 'fastify'
import { STYLES_PATH } from '../../../../contract/waitlist.ts'
import { html, type Markup } from '../../../../mails/html.ts'
import { isForm } from '../body.ts'

/** A browser that runs no JavaScript shows the response as a page. */
export const wantsPage = (request: FastifyRequest): boolean =>
  isForm(request) || /^text\/html\b/.test(request.headers.accept ?? '')

/** @param forms where the forms of the page may be sent to */
export const pagePolicy = (forms: "'none'" | "'self'"): string =>
  `default-src 'none'; style-src 'self'; base-uri 'none'; form-action ${forms}; frame-ancestors 'none'`

/** Sends a page in the brand's look. Without the site's stylesheet it can still be read. */
export const sendPage = (
  reply: FastifyReply,
  title: string,
  content: Markup,
  forms: "'none'" | "'self'" = "'none'",
): FastifyReply =>
  reply
    .type('text/html; charset=utf-8')
    .header('content-security-policy', pagePolicy(forms))
    .send(
      html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<link rel="stylesheet" href="${STYLES_PATH}">
<meta name="robots" content="noindex">
<title>${title}</title>
</head>
<body>
<main>
<h1>${title}</h1>
${content}
</main>
</body>
</html>
`.text,
    )
