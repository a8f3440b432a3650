import {
  ASCII_LOCAL,
  FIELDS,
  type Field,
  type FieldName,
  messagesOf,
  NO_LINK,
  QUESTION_NAMES,
  type QuestionName,
  VISIBLE,
} from '@ad-kit/contract'
import { EMAILS } from '../support/corpus.ts'

const RULES = { invisible: VISIBLE, link: NO_LINK, accents: ASCII_LOCAL }

/** The rule that a value breaks; undefined if it is accepted. */
type Verdict = keyof ReturnType<typeof messagesOf> | keyof typeof RULES | undefined

/** Verdicts that differ from the API's because the specification or HTML requires it. */
interface Differences {
  /** The verdict of the form with scripts. */
  readonly form?: Verdict
  /**
   * The verdict without scripts: the browser's or, if the browser accepts the value, the API's on what the browser
   * sends.
   */
  readonly plain?: Verdict
}

type Row = readonly [what: string, value: unknown, verdict?: Verdict, differences?: Differences]

interface Case {
  readonly field: FieldName
  readonly what: string
  /** The value that is sent; `undefined` if the body lacks the field. */
  readonly value: unknown
  /** The message of each judge; undefined if it accepts the value. */
  readonly messages: Readonly<Record<'api' | 'form' | 'plain', string | undefined>>
}

const ROCKET = '🚀'
const NUL = '\u0000'

/** Browsers remove a line break from a one-line field, and replace a lone surrogate when they send it. */
const CHANGED_BY_BROWSERS: Differences = { plain: undefined }

const NOT_LINES: readonly Row[] = [
  ['a NUL', `Ada${NUL}`, 'malformed'],
  ['a lone high surrogate', 'Ada\ud800', 'malformed', CHANGED_BY_BROWSERS],
  ['a line break', 'Ada\nBcc: everybody', 'malformed', CHANGED_BY_BROWSERS],
  ['an escape character', 'Ada\u001b[31m', 'malformed'],
  ['a line separator', 'Ada\u2028Lovelace', 'malformed'],
]

/** Strings that have broken other programs, or that stricter rules would refuse. */
const WORDS: readonly Row[] = [
  ['quotes and backslashes', `\\"'\\\\''""\\u0000`],
  ['a spreadsheet formula', '=cmd|x!A1'],
  ['many marks on one letter', `Ada${'\u0301'.repeat(50)}`],
  ['the last characters of planes', 'Ada\uffff\u{1fffe}\u{10ffff}'],
  ['the name of a property of objects', '__proto__'],
  ['an apostrophe and a hyphen', "O'Brien-Ñandú"],
  ['digits and a space', '12 34'],
  ['emoji', ROCKET.repeat(3)],
  ['the name of a shop', 'acme.co'],
  ['an abbreviation', 'St.John'],
  ['a domain within words', 'Visit win.com now'],
  ['a Persian name with a non-joiner', 'علی\u200cرضا'],
  ['a Sinhala name with a joiner', 'ශ්\u200dරී'],
  ['an emoji with its variation', 'Mira ❤\ufe0f'],
  ['joined emoji', 'Ada 👩🏽\u200d❤\ufe0f\u200d👧'],
]

const WITH_URL: readonly Row[] = [
  ['a URL', 'http://x.example'],
  ['the start of a URL', 'WwW.kiln'],
  ['an email address', 'ada@kiln'],
]

const WITH_INVISIBLE: readonly Row[] = [
  ['a zero width space', 'A\u200bda'],
  ['text from right to left within a line', 'Ada \u202eecalevoL\u202c'],
  ['a joiner between other characters', 'Ada \u200d Love'],
  ['two joiners', 'A\u200d\u200dda'],
  ['a variation of a space', 'Ada \ufe0fLove'],
]

const judged = (verdict: Verdict, rows: readonly Row[]): readonly Row[] =>
  rows.map(([what, value]) => [what, value, verdict])

/** Rows for every question, so that a new question is covered as well. */
function general({ required }: Field): readonly Row[] {
  const verdict = required ? 'tooShort' : undefined
  return [
    ['a list', ['Ada'], 'malformed'],
    ['missing', undefined, verdict],
    ['null', null, verdict],
    ['empty', '', verdict],
    ['only spaces', '     ', verdict],
  ]
}

/**
 * Rows for a text question whose rules are all in `RULES`. Emails greet people by name, so names must follow both
 * rules.
 */
function texts(name: QuestionName): readonly Row[] {
  const field: Field = FIELDS[name]
  const { rules = [] } = 'rules' in field ? field : {}
  const known = rules.every((rule) => Object.values(RULES).includes(rule))
  if (field.type !== 'text' || field.pattern !== FIELDS.first_name.pattern || !known) return []
  const verdictOf = (rule: 'link' | 'invisible') =>
    name.endsWith('_name') || rules.includes(RULES[rule]) ? rule : undefined
  const { minLength, maxLength } = field
  const pairs = Math.ceil(Math.max(minLength, 1) / 2)
  const fits = ([, value]: Row) => {
    const { length } = [...`${value}`]
    return minLength <= length && length <= maxLength
  }
  return [
    ['the longest text with spaces around', ` \t\n${'x'.repeat(maxLength)}\n\t `],
    ['the longest text of emoji: two code units, one character', ROCKET.repeat(maxLength)],
    ['one emoji too many', ROCKET.repeat(maxLength + 1), 'tooLong'],
    ['overlong text with line breaks and links', 'a\n@'.repeat(maxLength), 'tooLong'],
    ['the shortest text', 'x'.repeat(Math.max(minLength, 1))],
    ['letters with combining accents, two characters each', 'e\u0301'.repeat(pairs)],
    ...judged(
      'tooShort',
      minLength > 1
        ? [
            ['one emoji too few', ROCKET.repeat(minLength - 1)],
            ['a link that is too short', '@'],
          ]
        : [],
    ),
    ...NOT_LINES.filter(fits),
    ...WORDS.filter(fits),
    ...judged(verdictOf('link'), WITH_URL.filter(fits)),
    ...judged(verdictOf('invisible'), WITH_INVISIBLE.filter(fits)),
  ]
}

function choices(field: Field): readonly Row[] {
  if (field.type !== 'choice') return []
  return [
    ...field.options.map(({ value }): Row => [`the choice ${value}`, value]),
    ['text that is not a choice', 'Ada', 'malformed'],
    ['the name of a property of objects', '__proto__', 'malformed'],
  ]
}

const HONEYPOTS: readonly Row[] = [
  ...general(FIELDS.website),
  ['text from a bot or a browser', 'https://example.com'],
  ['the longest text', 'x'.repeat(FIELDS.website.maxLength)],
  ['one character too many', 'x'.repeat(FIELDS.website.maxLength + 1), 'tooLong'],
  ['a NUL', NUL, 'malformed'],
]

const isRule = (verdict: string): verdict is keyof typeof RULES => verdict in RULES

const messageOf = (field: FieldName, verdict: Verdict): string | undefined =>
  verdict && (isRule(verdict) ? RULES[verdict].message : messagesOf(FIELDS[field])[verdict])

const cases = (field: FieldName, rows: readonly Row[], forAll: Differences = {}): Case[] =>
  rows.map(([what, value, verdict, differences]) => {
    const verdicts = { form: verdict, plain: verdict, ...forAll, ...differences }
    const messages = {
      api: messageOf(field, verdict),
      form: messageOf(field, verdicts.form),
      plain: messageOf(field, verdicts.plain),
    }
    return { field, what, value, messages }
  })

/** Values for each field, with the messages that they get from the API and from the form with and without scripts. */
export const CORPUS: readonly Case[] = [
  ...QUESTION_NAMES.flatMap((name) =>
    cases(name, [...general(FIELDS[name]), ...texts(name), ...choices(FIELDS[name])]),
  ),
  ...cases('email', EMAILS),
  // The client does not block on the honeypot (spec §5), because visitors cannot see it.
  ...cases('website', HONEYPOTS, { form: undefined }),
]
