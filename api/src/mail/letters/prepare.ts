import { UsageError } from '../../../../contract/owner-error.ts'
import { type FramedLetter, frameLetter } from '../../../../letters/framed-letter.ts'
import { openLetter } from '../../../../letters/letter.ts'
import type { AfterLetter } from '../../../../letters/mail-templates.ts'
import { readTemplates } from '../../../../letters/templates.ts'
import type { Config } from '../../system/settings.ts'

export interface PreparedLetter {
  readonly letter: FramedLetter
  /** True if the worker sends the letter a few days after each confirmation. */
  readonly isAfter: boolean
  /** The letters of the build that the worker sends automatically. */
  readonly after: readonly AfterLetter[]
  readonly origin: string
}

/**
 * Reads a letter from a file, or from bytes with a name for its messages, and adds the look of the site.
 * @throws OwnerError that names each mistake with its line
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
  const isAfter = written.schedule.days !== undefined
  return { letter: frameLetter(written, templates), isAfter, after: templates.after, origin }
}
