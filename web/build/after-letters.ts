import { globSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { isAboutFriends } from '../../contract/conditions.ts'
import { OwnerError } from '../../contract/owner-error.ts'
import { frameLetter } from '../../letters/framed-letter.ts'
import { type Letter, openLetter } from '../../letters/letter.ts'
import type { AfterLetter, MailTemplates, Reward } from '../../letters/mail-templates.ts'
import { fillAllPlaceholders } from '../../letters/placeholders.ts'
import { referrals } from '../content/referrals.ts'

/** The owner's letters that follow the confirmation. */
export const AFTER = new URL('../content/letters/after/', import.meta.url)

/** Finds the letters in a folder, except for the examples, which are not sent. */
const filesIn = (folder: URL): string[] =>
  globSync('*.md', { cwd: folder })
    .filter((file) => !file.endsWith('.example.md'))
    .toSorted()

function open(folder: URL, file: string): Letter & { readonly days: number } {
  const letter = openLetter(fileURLToPath(new URL(file, folder)))
  const { days, friends, where } = letter.schedule
  if (days === undefined) {
    throw new OwnerError(`${file} has no line such as after: 3d or when: friends>=3.`)
  }
  if (!referrals && (friends || where.some(isAboutFriends))) {
    throw new OwnerError(
      `${file} needs the number of friends, which REFERRALS=off does not count. Remove it, or rename it to end in .example.md.`,
    )
  }
  return { ...letter, days }
}

/** @returns messages for the owner, each with its file */
export const checkAfter = (folder: URL): string[] =>
  filesIn(folder).flatMap((file) => {
    try {
      open(folder, file)
      return []
    } catch (error) {
      if (!(error instanceof OwnerError)) throw error
      return error.message.split('\n').map((mistake) => `web/content/letters/after/${mistake}`)
    }
  })

/**
 * Makes the letters that follow a confirmation, in the letters' layout, earliest first.
 * @throws OwnerError with the line of a mistake
 */
export const makeAfter = (
  folder: URL,
  frame: Pick<MailTemplates, 'announce' | 'styles'>,
): AfterLetter[] =>
  filesIn(folder)
    .map((file) => {
      const { days, ...letter } = open(folder, file)
      const { id: _, ...words } = frameLetter(letter, frame)
      const { until, where, friends } = letter.schedule
      const name = file.replace(/\.md$/, '')
      return { name, days, ...(friends && { friends }), until, where, ...words }
    })
    .toSorted((one, other) => one.days - other.days)

/**
 * Returns the rewards that the page with a person's place may mention. A letter with a `where:` is left out, because
 * the page cannot tell who meets the condition.
 */
export const rewardsOf = (letters: readonly AfterLetter[]): Reward[] =>
  letters.flatMap(({ friends, subject, until, where }) =>
    friends && where.length === 0
      ? [{ friends, subject: fillAllPlaceholders(subject, {}), until }]
      : [],
  )
