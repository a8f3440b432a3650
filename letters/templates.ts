import { readFileSync } from 'node:fs'
import { escapeText } from './html.ts'
import type { MailTemplate, MailTemplates } from './mail-templates.ts'
import { fillPlaceholders } from './placeholders.ts'

/**
 * Reads the emails that the web build has made.
 * @throws when the file is missing or damaged
 */
export function readTemplates(file: string): MailTemplates {
  try {
    return JSON.parse(readFileSync(file).toString())
  } catch {
    throw new Error(`${file} is missing or damaged. The build of the site makes it: npm run build`)
  }
}

type Values = Readonly<Record<string, string>>

/**
 * Replaces `{{name}}` by the value of that name; unknown names stay.
 * @param toHtml is applied to the values in the HTML
 */
export const fill = (
  { subject, html, text }: MailTemplate,
  values: Values,
  toHtml?: (value: string) => string,
): MailTemplate => ({
  subject: fillPlaceholders(subject, values),
  html: fillPlaceholders(html, values, toHtml),
  text: fillPlaceholders(text, values),
})

/** As `fill`, for values that somebody typed: what they mean in HTML is escaped there. */
export const fillSafely = (template: MailTemplate, values: Values): MailTemplate =>
  fill(template, values, escapeText)
