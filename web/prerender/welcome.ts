import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { OwnerError } from '../../contract/owner-error.ts'
import { makeAnnouncement } from '../../letters/announcement.ts'
import { openLetter } from '../../letters/letter.ts'
import type { MailTemplate, MailTemplates } from '../../letters/mail-templates.ts'

/** The address of the site in links. The worker knows the real one, which the placeholder stands for. */
const SITE = 'https://site.invalid'
const toPlaceholder = (text: string): string => text.replaceAll(SITE, '{{site}}')

/** The owner's letter, if there is one. */
export const WELCOME = new URL('../content/letters/welcome.md', import.meta.url)

/** @returns sentences for the owner, each with its place */
export function checkWelcome(file: URL): string[] {
  if (!existsSync(file)) return []
  try {
    openLetter(fileURLToPath(file))
    return []
  } catch (error) {
    if (!(error instanceof OwnerError)) throw error
    return error.message.split('\n').map((mistake) => `web/content/letters/${mistake}`)
  }
}

/**
 * The letter that follows a confirmation, in the frame of announcements.
 * @returns undefined when the file does not exist
 * @throws OwnerError with the line of a mistake
 */
export function makeWelcome(
  file: URL,
  frame: Pick<MailTemplates, 'announce' | 'styles'>,
): MailTemplate | undefined {
  if (!existsSync(file)) return undefined
  const letter = openLetter(fileURLToPath(file))
  const { subject, html, text } = makeAnnouncement(letter, frame, SITE)
  return { subject, html: toPlaceholder(html), text: toPlaceholder(text) }
}
