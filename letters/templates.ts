import { readFileSync } from 'node:fs'
import { escapeText } from './html.ts'
import type { MailTemplate, MailTemplates } from './mail-templates.ts'
import { fillAllPlaceholders, fillPlaceholders } from './placeholders.ts'

/**
 * Reads the emails that the web build wrote.
 * @throws if the file is missing or damaged
 */
export function readTemplates(file: string): MailTemplates {
  try {
    return JSON.parse(readFileSync(file).toString())
  } catch {
    throw new Error(`${file} is missing or damaged. To create it, build the site: npm run build`)
  }
}

type Values = Readonly<Record<string, string>>

/** Replaces each `{{name}}` with its value, and keeps unknown names. The HTML part uses the values in `markup`. */
export const fill = (
  { subject, html, text }: MailTemplate,
  values: Values,
  markup: Values,
): MailTemplate => ({
  subject: fillPlaceholders(subject, values),
  html: fillPlaceholders(html, markup),
  text: fillPlaceholders(text, values),
})

/** Turns isolating characters into `<bdi>` elements, except in the title, which cannot contain elements. */
const withElements = (html: string): string =>
  html.replace(/<title>[^<]*|\u2068([^<\u2069]*)\u2069/g, (whole, answer?: string) =>
    answer === undefined ? whole : `<bdi>${answer}</bdi>`,
  )

/**
 * Fills in values that people typed: escapes HTML, and isolates their text direction in elements. No placeholders
 * remain.
 */
export const fillSafely = (
  { subject, html, text }: MailTemplate,
  values: Values,
): MailTemplate => ({
  subject: fillAllPlaceholders(subject, values),
  html: withElements(fillAllPlaceholders(html, values, escapeText)),
  text: fillAllPlaceholders(text, values),
})
