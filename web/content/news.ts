/** The owner's letters that anyone can read. Node evaluates this module; browsers get its exports as JSON. */

import { formatDay } from '@ad-kit/contract'
import { parse } from 'node-html-parser'
import { idOf } from '../../letters/framed-letter.ts'
import type { Letter } from '../../letters/letter.ts'
import { type PublishedLetter, readNews } from '../../letters/news.ts'
import { fillAllPlaceholders } from '../../letters/placeholders.ts'
import { brand } from './brand.ts'

export const newsPath = '/news' as const

export const newsWords = {
  title: 'News',
  text: 'The news we’ve emailed to people on the waitlist.',
  /** The name of the RSS feed in feed readers and browsers. */
  feed: `${brand.name}: news`,
  all: 'All news',
} as const

const { published, problems } = readNews(new URL('./news/', import.meta.url))

/** Messages about mistakes in the files, each with its file. */
export const newsProblems = problems

/** Returns a letter's first paragraph that contains words, as text. */
const firstParagraph = ({ render }: Letter): string =>
  parse(fillAllPlaceholders(render(), {}))
    .querySelectorAll('p')
    .map(({ text }) => text.replaceAll(/\s+/g, ' ').trim())
    .find((text) => text !== '') ?? ''

const toNews = ({ slug, letter, sent }: PublishedLetter) => ({
  path: `${newsPath}/${slug}` as const,
  /** The letter's id in emails and in the database. */
  id: idOf(letter),
  title: fillAllPlaceholders(letter.subject, {}),
  description: firstParagraph(letter),
  date: sent,
  /** The date as visitors read it. */
  day: formatDay(sent),
})

/** The public letters that have been sent, newest first. */
export const news = published.map(toNews)

/** The footer's link, while there is a public letter. */
export const newsLinks = news.length > 0 ? [{ label: newsWords.title, to: newsPath } as const] : []
