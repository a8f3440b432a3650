import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { FastifyReply } from 'fastify'
import { html, type Markup } from '../../../../letters/html.ts'
import type { Session } from '../../system/session.ts'
import type { Routes } from './request.ts'

export interface Board {
  /** The brand's name. */
  readonly name: string
  /** Whether REFERRALS is on. */
  readonly referrals: boolean
  /** The copy of the refusals outside of the database. */
  readonly refusals: string
  /** Opens a session for one request, so that two requests never share a transaction. */
  withSession<T>(work: (session: Session) => Promise<T>): Promise<T>
}

export type AddPages = (routes: Routes, board: Board) => void

/** Style sheets by path. The board's own comes last, so that its rules win. */
export const STYLES: Readonly<Record<string, string>> = {
  '/pico.css': readFileSync(
    createRequire(import.meta.url).resolve('@picocss/pico/css/pico.min.css'),
    'utf8',
  ),
  '/board.css': readFileSync(new URL('board.css', import.meta.url), 'utf8'),
}

const PAGES = [
  ['Overview', '/'],
  ['People', '/people'],
  ['Quarantine', '/people?show=quarantined'],
  ['Emails', '/mail'],
  ['Export', '/export'],
] as const

type PagePath = (typeof PAGES)[number][1]

interface PageOptions {
  readonly title: string
  /** Unset: the title. */
  readonly heading?: string
  /** The entry of the menu that the page belongs to. */
  readonly within?: PagePath
  /** Without the menu. */
  readonly bare?: boolean
}

const menu = (within?: PagePath): Markup =>
  html`<ul>${PAGES.map(
    ([name, path]) =>
      html`<li><a href="${path}"${path === within ? html` aria-current="page"` : ''}>${name}</a></li>`,
  )}</ul>`

export const sendPage = (
  reply: FastifyReply,
  { name }: Board,
  { title, heading = title, within, bare = false }: PageOptions,
  content: readonly Markup[],
): FastifyReply =>
  reply.type('text/html; charset=utf-8').send(
    html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title} – ${name} waitlist</title>
${Object.keys(STYLES).map((path) => html`<link rel="stylesheet" href="${path}">`)}
</head>
<body>
<a class="skip" href="#main">Skip to content</a>
<header class="container"><nav aria-label="Board"><ul><li><strong>${name}</strong> waitlist</li></ul>${bare ? '' : menu(within)}</nav></header>
<main class="container" id="main" tabindex="-1">
<h1>${heading}</h1>
${content}
</main>
</body>
</html>
`.text,
  )

const NOTICES: Readonly<Record<string, string>> = {
  corrected: 'Saved.',
  unchanged: 'Nothing was changed.',
  erased: 'Erased. A keyed hash of the address stays, so that no import or restore brings it back.',
  released: 'Released from quarantine. The person is on the list.',
  resent: 'Confirmation email queued.',
  retried: 'Queued again.',
}

/** The message about what the last form has done; `done` is a word in the address. */
export const notice = (done = ''): Markup => {
  const text = Object.hasOwn(NOTICES, done) ? NOTICES[done] : undefined
  return text === undefined ? html`` : html`<p class="notice" role="status">${text}</p>`
}

/** A form with one button. The values are sent along. */
export const actionForm = (
  path: string,
  values: Readonly<Record<string, string>>,
  button: Markup,
): Markup =>
  html`<form method="post" action="${path}">${Object.entries(values).map(
    ([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`,
  )}${button}</form>`

export const addStyles: AddPages = ({ app }) => {
  for (const [path, css] of Object.entries(STYLES)) {
    app.get(path, (_request, reply) => reply.type('text/css; charset=utf-8').send(css))
  }
}
