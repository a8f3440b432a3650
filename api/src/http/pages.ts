import { readFileSync } from 'node:fs'
import type { FastifyReply, FastifyRequest } from 'fastify'
import {
  CLOSED,
  type ErrorResponse,
  FIELD_NAMES,
  LANGUAGE,
  sentenceOf,
  WORDS,
} from '../../../contract/waitlist.ts'
import { escapeText, html, type Markup } from '../../../letters/html.ts'
import type { Reward } from '../../../letters/mail-templates.ts'
import { fillPlaceholders } from '../../../letters/placeholders.ts'
import { ERRORS } from '../system/error-responses.ts'
import { isForm } from '../system/server.ts'

declare module 'fastify' {
  interface FastifyInstance {
    readonly frame: Frame
    readonly rewards: readonly Reward[]
  }
}

/** A page of the site that the API fills with its response (web/content/pages.ts). */
interface Frame {
  /** HTML with the placeholders `{{title}}` and `{{content}}`. */
  readonly html: string
  readonly csp: string
}

/** The `pages.json` file, which the web build writes for the API. */
export interface SitePages {
  /** The paths of the pages whose visits are counted. */
  readonly visited: readonly string[]
  readonly frame: Frame
  /** Undefined if an earlier version built the site. */
  readonly rewards?: readonly Reward[]
}

/** An API without a site counts no visits and sends pages without styles. */
export const NO_SITE: SitePages = {
  visited: [],
  frame: {
    html: `<!doctype html>
<html lang="${LANGUAGE}">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="robots" content="noindex">
<title>{{title}}</title>
<h1>{{title}}</h1>
{{content}}
`,
    csp: "default-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'",
  },
}

/**
 * Reads `pages.json`.
 * @param file undefined for an API without a site
 * @throws when the file is missing or damaged
 */
export function readSitePages(file: string | undefined): SitePages {
  if (file === undefined) return NO_SITE
  try {
    const pages: Partial<SitePages> = JSON.parse(readFileSync(file, 'utf8'))
    if (pages.visited && pages.frame) return pages as SitePages
  } catch {
    // A missing and a damaged file cause the same error, because a new build fixes both.
  }
  throw new Error(`${file} is missing or damaged. To create it, build the site: npm run build`)
}

/** Returns whether a browser will show the response as a page. Scripts send JSON and do not accept HTML. */
export const wantsPage = (request: FastifyRequest): boolean =>
  isForm(request) || /^text\/html\b/.test(request.headers.accept ?? '')

/**
 * Sends a response as a page of the site. `no-transform` protects the email addresses in it (see
 * nginx/headers.map.conf).
 */
export function sendAnswer(reply: FastifyReply, title: string, content: Markup): FastifyReply {
  const { frame } = reply.server
  return reply
    .type('text/html; charset=utf-8')
    .headers({ 'content-security-policy': frame.csp, 'cache-control': 'no-store, no-transform' })
    .send(fillPlaceholders(frame.html, { title: escapeText(title), content: content.text }))
}

/** Returns a sentence for each invalid field, or else the error's sentence. */
const sentencesOf = ({ error, fields = {} }: ErrorResponse): readonly string[] => {
  const sentences = FIELD_NAMES.flatMap((name) => {
    const message = fields[name]
    return message === undefined ? [] : [sentenceOf(name, message)]
  })
  return sentences.length > 0 ? sentences : [error]
}

/**
 * Returns a function that sends a form's errors: as a page to browsers without JavaScript, and as JSON otherwise. The
 * page repeats no input, because the form may come from another website.
 * @param advice how to send the form again
 */
export const failureSender =
  (advice: string) =>
  (response: ErrorResponse, request: FastifyRequest, reply: FastifyReply): FastifyReply => {
    if (!wantsPage(request)) return reply.send(response)
    const isFinal = [ERRORS.crossSite.body.code, CLOSED].includes(response.code)
    return sendAnswer(
      reply,
      WORDS.failed,
      html`${[...sentencesOf(response), ...(isFinal ? [] : [advice])].map((text) => html`<p>${text}</p>\n`)}
<p><a href="/waitlist">${WORDS.openWaitlist}</a></p>`,
    )
  }
