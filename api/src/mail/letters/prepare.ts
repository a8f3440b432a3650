import { UsageError } from '../../../../contract/owner-error.ts'
import { type FramedLetter, frameLetter } from '../../../../letters/framed-letter.ts'
import { type Letter, openLetter } from '../../../../letters/letter.ts'
import type { AfterLetter } from '../../../../letters/mail-templates.ts'
import { readTemplates } from '../../../../letters/templates.ts'
import type { Config } from '../../system/settings.ts'

export interface PreparedLetter extends Pick<Letter, 'isPublic' | 'sent'> {
  readonly letter: FramedLetter
  /** True if the worker sends the letter automatically: after a confirmation, or once a person has enough friends. */
  readonly isAfter: boolean
  /** The build's letters that the worker sends automatically. */
  readonly after: readonly AfterLetter[]
  readonly origin: string
}

/**
 * Reads a letter and adds the site's design. With `bytes`, `file` is only the name that error messages use.
 * @throws OwnerError that lists each mistake with its line
 */
export function prepareLetter(
  file: string,
  { mailsFile, linksUrl }: Pick<Config, 'mailsFile' | 'linksUrl'>,
  bytes?: Uint8Array,
): PreparedLetter {
  if (mailsFile === undefined) throw new UsageError('MAILS_FILE: expected the emails of the build')
  const templates = readTemplates(mailsFile)
  const origin = linksUrl ?? templates.origin
  const written = openLetter(file, bytes)
  const { schedule, isPublic, sent } = written
  const isAfter = schedule.days !== undefined
  const { after } = templates
  return { letter: frameLetter(written, templates), isPublic, sent, isAfter, after, origin }
}
