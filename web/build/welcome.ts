import { existsSync, readFileSync } from 'node:fs'
// Imported by path, because the API exports its contract only.
import type { MailTemplate, MailTemplates } from '../../api/contract/mail-templates.ts'
import { makeAnnouncement } from '../../api/src/mail/announcement.ts'
import { readLetter } from '../../api/src/mail/letter.ts'
import { OperatorError } from '../../api/src/operator/operator-error.ts'

/** The address of the site in links. The worker knows the real one, which the placeholder stands for. */
const SITE = 'https://site.invalid'
const toPlaceholder = (text: string): string => text.replaceAll(SITE, '{{site}}')

/** The owner's letter, if there is one. */
export const WELCOME = new URL('../content/letters/welcome.md', import.meta.url)

/** @returns sentences for the owner, each with its place */
export function checkWelcome(file: URL): string[] {
  if (!existsSync(file)) return []
  try {
    readLetter(file.pathname, readFileSync(file, 'utf8'))
    return []
  } catch (error) {
    if (!(error instanceof OperatorError)) throw error
    return [`web/content/letters/${error.message}`]
  }
}

/**
 * The letter that follows a confirmation, in the frame of announcements.
 * @returns undefined when the file does not exist
 * @throws OperatorError with the line of a mistake
 */
export function makeWelcome(
  file: URL,
  frame: Pick<MailTemplates, 'announce' | 'styles'>,
): MailTemplate | undefined {
  if (!existsSync(file)) return undefined
  const letter = readLetter(file.pathname, readFileSync(file, 'utf8'))
  const { subject, html, text } = makeAnnouncement(letter, frame, SITE)
  return { subject, html: toPlaceholder(html), text: toPlaceholder(text) }
}
