import {
  answerText,
  FIELDS,
  type Field,
  QUESTION_NAMES,
  type QuestionName,
} from '../contract/waitlist.ts'

type Values = Readonly<Record<string, string>>

/** Matches `{{name}}` or `{{name|words}}`. The words are percent-encoded, so that no line breaks inside them. */
const PLACEHOLDER = /\{\{(\w+)(?:\|([^{}]*))?\}\}/g

/** Matches placeholders as owners write them. In a Markdown table, | is written `\|`. */
const WRITTEN = /\{\{\s*(\w+)\s*(?:\\?\|([^{}]*))?\}\}/g

const encode = (words: string): string => encodeURIComponent(words).replaceAll("'", '%27')

/** Decodes default words, which are not encoded in letters from old backups. */
function decode(words: string): string {
  try {
    return decodeURIComponent(words)
  } catch {
    return words
  }
}

/** Encodes placeholders for `fillPlaceholders`. */
export const encodePlaceholders = (text: string): string =>
  text.replace(WRITTEN, (_, name: string, words?: string) =>
    words === undefined ? `{{${name}}}` : `{{${name}|${encode(words.trim())}}}`,
  )

type Fill = (
  text: string,
  values: Values,
  /** Applied to both default words and values. */
  toForm?: (value: string) => string,
) => string

/** @param stays whether a placeholder with an unknown name is kept for a later step */
const filler =
  (stays: boolean): Fill =>
  (text, values, toForm = (value) => value) =>
    text.replace(PLACEHOLDER, (whole, name: string, words = '') => {
      const value = Object.hasOwn(values, name) ? values[name] : undefined
      return value === undefined && stays ? whole : toForm(value || decode(words))
    })

/**
 * Replaces each placeholder with its value, or with its default words if the value is empty. Unknown placeholders stay.
 */
export const fillPlaceholders = filler(true)

/** Replaces all placeholders. Those for questions that the form no longer asks become their default words. */
export const fillAllPlaceholders = filler(false)

/**
 * The end of a public letter. In the email, it becomes a link to the letter's page, or an empty string until a build
 * contains that page.
 */
export const PAGE_LINK = '{{page}}'

/** The email links that a letter may contain. */
const LINKS = ['leave', 'data'] as const

export const NAMES: readonly string[] = [...QUESTION_NAMES, ...LINKS]

const MARKS = /[*_`[\]<>\\]/

/** Returns a message about the mistake between `{{` and `}}`, or undefined. */
function mistakeIn(inner: string, isPublic: boolean): string | undefined {
  const [, name = '', words = ''] = /^\s*(.*?)\s*(?:\\?\|(.*))?$/.exec(inner) ?? []
  if (!NAMES.includes(name)) {
    return `{{${name}}} is unknown. Use one of: ${NAMES.join(', ')}.`
  }
  if (isPublic && words.trim() === '') {
    return `in a public letter, {{${name}}} needs words after |, because a page has no recipient.`
  }
  return MARKS.test(words)
    ? `the words after | must be plain text, without * _ \` [ ] < > and \\.`
    : undefined
}

/**
 * Reports placeholders that would not be replaced.
 * @param report receives the line number, starting at 1, and a message
 * @param isPublic whether each placeholder needs default words, because a page has no recipient
 */
export function checkPlaceholders(
  source: string,
  report: (line: number, sentence: string) => void,
  isPublic: boolean,
): void {
  for (const [index, line] of source.split(/\r?\n/).entries()) {
    for (const [whole, inner] of line.matchAll(/\{\{([^{}]*)\}\}|\{\{/g)) {
      const mistake =
        whole === '{{'
          ? '{{ begins a placeholder that does not end with }} on the same line.'
          : mistakeIn(inner ?? '', isPublic)
      if (mistake !== undefined) report(index + 1, mistake)
    }
  }
}

/** Returns whether a link or a picture contains a placeholder, even in its address, which Markdown encodes. */
export const hasPlaceholder = (attribute: string): boolean => /\{\{|%7B%7B/i.test(attribute)

/** Returns the placeholder that is the whole address of a link, or undefined. Markdown encodes its braces. */
export const linkPlaceholder = (address: string): string | undefined =>
  LINKS.map((name) => `{{${name}}}`).find((link) => encodeURI(link) === address)

/** Removes line breaks, which would start a header, and direction marks, which would reverse the words. */
const inOneLine = (text: string): string =>
  text.replace(/[\p{Cc}\p{Bidi_Control}\u2028\u2029]+/gu, ' ').trim()

/** Matches text that a mail program could turn into a link. */
const LIKE_A_LINK = /\S\.\p{L}{2}|:\/\/|www\./iu

/**
 * Inserts a zero-width space after each dot and before each //, so that mail programs do not turn an answer into a
 * link.
 */
const withoutLink = (text: string): string =>
  LIKE_A_LINK.test(text) ? text.replace(/\.|:(?=\/\/)/g, '$&\u200b') : text

/** Matches characters of right-to-left scripts (Unicode, DerivedBidiClass.txt). */
const RIGHT_TO_LEFT =
  /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefe\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u

/** U+2068 and U+2069 isolate an answer, which could otherwise reorder the words and numbers next to it. */
const isolated = (text: string): string => (RIGHT_TO_LEFT.test(text) ? `\u2068${text}\u2069` : text)

/** An email address stays as it is, because the letter is sent to it. */
const inWords = (name: QuestionName, answer: string): string => {
  const text = inOneLine(answerText(name, answer))
  return name === 'email' ? text : isolated(withoutLink(text))
}

/** Returns a person's answers as text, by question. Missing answers are empty strings. */
export const answerValues = (answers: Values): Values =>
  Object.fromEntries(QUESTION_NAMES.map((name) => [name, inWords(name, answers[name] ?? '')]))

const sampleOf = (field: Field): string => {
  if (field.type === 'choice') return field.options[0]?.label ?? ''
  return field.type === 'honeypot' ? '' : field.placeholder
}

/** Sample answers, for a letter without a recipient on the list. */
export const SAMPLE_VALUES: Values = Object.fromEntries(
  QUESTION_NAMES.map((name) => [name, sampleOf(FIELDS[name])]),
)

const LABELS: Values = Object.fromEntries(
  QUESTION_NAMES.map((name) => [name, `[${FIELDS[name].label}]`]),
)

/** Fills in labels such as `[First name]`, because a sample answer would look to the owner like a real person's. */
export const fillLabels = (text: string): string => fillAllPlaceholders(text, LABELS)
