import { globSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { OwnerError } from '../contract/owner-error.ts'
import { type Letter, openLetter } from './letter.ts'

/** The folder for public letters, relative to the repository's root. */
const NEWS = 'web/content/news/'

/** A public letter that has been sent and therefore has a page. */
export interface PublishedLetter {
  /** The last part of the page's address: the file's name without its extension. */
  readonly slug: string
  readonly letter: Letter
  /** ISO 8601. */
  readonly sent: string
}

interface News {
  /** Newest first. */
  readonly published: readonly PublishedLetter[]
  /** Messages for the owner, each with its file. */
  readonly problems: readonly string[]
}

const NAME = /^[a-z0-9]+(?:-[a-z0-9]+)*$/

function open(folder: URL, slug: string): Letter {
  const file = `${slug}.md`
  if (!NAME.test(slug)) {
    throw new OwnerError(
      `${file}: the name becomes part of the page’s address. Use lower-case words with hyphens, such as launch-day.md.`,
    )
  }
  const letter = openLetter(fileURLToPath(new URL(file, folder)))
  if (letter.isPublic) return letter
  throw new OwnerError(
    `${file} has no line public: true. Move letters that are not public to another folder.`,
  )
}

/** Reads the public letters in a folder. A letter without the day it was sent has no page yet. */
export function readNews(folder: URL): News {
  const published: PublishedLetter[] = []
  const problems: string[] = []
  for (const file of globSync('*.md', { cwd: folder, exclude: ['*.example.md'] }).toSorted()) {
    const slug = file.replace(/\.md$/, '')
    try {
      const letter = open(folder, slug)
      const { sent } = letter
      if (sent) published.push({ slug, letter, sent })
    } catch (error) {
      if (!(error instanceof OwnerError)) throw error
      problems.push(...error.message.split('\n').map((mistake) => NEWS + mistake))
    }
  }
  return {
    published: published.toSorted((one, other) => other.sent.localeCompare(one.sent)),
    problems,
  }
}
