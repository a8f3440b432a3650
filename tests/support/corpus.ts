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
import fc from 'fast-check'

const RULES = { invisible: VISIBLE, link: NO_LINK, accents: ASCII_LOCAL }

/** The rule that a value breaks; undefined if it is accepted. */
type Verdict = keyof ReturnType<typeof messagesOf> | keyof typeof RULES | undefined

type Row = readonly [what: string, value: unknown, verdict?: Verdict]

export interface Case {
  readonly field: FieldName
  readonly what: string
  /** `undefined` if the key is missing. */
  readonly value: unknown
  readonly verdict: Verdict
}

const ROCKET = '🚀'
const NUL = '\u0000'

const NOT_LINES: readonly Row[] = [
  ['a NUL', `Ada${NUL}`],
  ['a lone high surrogate', 'Ada\ud800'],
  ['a line break', 'Ada\nBcc: everybody'],
  ['an escape character', 'Ada\u001b[31m'],
  ['a line separator', 'Ada\u2028Lovelace'],
]

/** Texts that have broken other programs, or that a stricter rule would refuse. */
const WORDS: readonly Row[] = [
  ['quotes and backslashes', `\\"'\\\\''""\\u0000`],
  ['a spreadsheet formula', '=cmd|x!A1'],
  ['many marks on one letter', `Ada${'\u0301'.repeat(50)}`],
  ['the last characters of planes', 'Ada\uffff\u{1fffe}\u{10ffff}'],
  ['the name of a property of objects', '__proto__'],
  ['a letter and its combining accent', 'e\u0301'],
  ['an apostrophe and a hyphen', "O'Brien-Ñandú"],
  ['digits and a space', '12 34'],
  ['emoji', ROCKET.repeat(3)],
  ['the name of a shop', 'acme.co'],
  ['an abbreviation', 'St.John'],
  ['a domain within words', 'Visit win.com now'],
  ['a Persian name with a non-joiner', 'علی\u200cرضا'],
  ['a Sinhala name with a joiner', 'ශ්\u200dරී'],
  ['an emoji with its variation', 'Mira ❤\ufe0f'],
  ['emoji that are joined', 'Ada 👩🏽\u200d❤\ufe0f\u200d👧'],
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

/** Rows for every question, so that a new one is covered as well. */
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

/** Rows for a text, if its rules are among `RULES`. A name is in the greeting of emails, so it has both. */
function texts(name: QuestionName): readonly Row[] {
  const field: Field = FIELDS[name]
  const { rules = [] } = 'rules' in field ? field : {}
  const known = rules.every((rule) => Object.values(RULES).includes(rule))
  if (field.type !== 'text' || field.pattern !== FIELDS.first_name.pattern || !known) return []
  const verdictOf = (rule: 'link' | 'invisible') =>
    name.endsWith('_name') || rules.includes(RULES[rule]) ? rule : undefined
  const { minLength, maxLength } = field
  return [
    ['the longest text with spaces around', ` \t\n${'x'.repeat(maxLength)}\n\t `],
    ['the longest text of emoji: two code units, one character', ROCKET.repeat(maxLength)],
    ['one emoji too many', ROCKET.repeat(maxLength + 1), 'tooLong'],
    ['the shortest text', 'x'.repeat(Math.max(minLength, 1))],
    ...judged(
      'tooShort',
      minLength > 1 ? [['one emoji too few', ROCKET.repeat(minLength - 1)]] : [],
    ),
    ...judged('malformed', NOT_LINES),
    ...WORDS,
    ...judged(verdictOf('link'), WITH_URL),
    ...judged(verdictOf('invisible'), WITH_INVISIBLE),
  ]
}

const LONGEST_LABEL = 'd'.repeat(63)
const LONGEST_LOCAL = 'l'.repeat(64)

/** An address of this length whose local part and labels have a legal length. */
const addressOf = (length: number): string => {
  const start = `${LONGEST_LOCAL}@${LONGEST_LABEL}.${LONGEST_LABEL}.`
  return `${start}${'e'.repeat(length - start.length - 4)}.com`
}

const EMAILS: readonly Row[] = [
  ['capitals', 'ADA@EXAMPLE.COM'],
  ['all punctuation that is legal', "o'brien!#$%&*+/=?^_`{|}~-@example.com"],
  ['a shell command', `\`touch\${IFS}run\`@example.com`],
  ['an SQL statement', "'||current_user||'@example.com"],
  ['a domain beyond ASCII', 'ada@exämple.de'],
  ['letters beyond ASCII before the @', 'ädä@exämple.de', 'accents'],
  ['a full-width mailbox, stored as ada@example.com', 'ａｄａ＠ｅｘａｍｐｌｅ．ｃｏｍ'],
  ['the longest local part', `${LONGEST_LOCAL}@example.com`],
  ['a local part one character longer', `l${LONGEST_LOCAL}@example.com`, 'malformed'],
  ['the longest label', `ada@${LONGEST_LABEL}.com`],
  ['a label one character longer', `ada@d${LONGEST_LABEL}.com`, 'malformed'],
  ['the longest address', addressOf(FIELDS.email.maxLength)],
  ['an address one character longer', addressOf(FIELDS.email.maxLength + 1), 'tooLong'],
  ['a bare host', 'ada@localhost', 'malformed'],
  ['a top-level domain of one letter', 'ada@example.c', 'malformed'],
  ['an IP address', 'ada@127.0.0.1', 'malformed'],
  ['a leading dot', '.ada@example.com', 'malformed'],
  ['a label with a leading hyphen', 'ada@-example.com', 'malformed'],
  ['a space', 'ada lovelace@example.com', 'malformed'],
  ['a zero width space', 'ada\u200b@example.com', 'malformed'],
  ['invisible characters around it', '\u200b\u2060 ada@example.com\u202c\u00a0\ufeff'],
  ['a mail header', 'ada@example.com\r\nBcc: bob@example.com', 'malformed'],
  ['a long text that is nearly an address', `${'a.'.repeat(100)}@`, 'malformed'],
]

function choices(field: Field): readonly Row[] {
  if (field.type !== 'choice') return []
  return [
    ...field.options.map(({ value }): Row => [`the choice ${value}`, value]),
    ['a text that is no choice', 'Ada', 'malformed'],
    ['the name of a property of objects', '__proto__', 'malformed'],
  ]
}

const HONEYPOTS: readonly Row[] = [
  ...general(FIELDS.website),
  ['a text from a bot or a browser', 'https://example.com'],
  ['the longest text', 'x'.repeat(FIELDS.website.maxLength)],
  ['one character too many', 'x'.repeat(FIELDS.website.maxLength + 1), 'tooLong'],
  ['a NUL', NUL, 'malformed'],
]

const cases = (field: FieldName, rows: readonly Row[]): Case[] =>
  rows.map(([what, value, verdict]) => ({ field, what, value, verdict }))

/** Values with the API's verdict. The form shares it, except that it judges a text by its shortest length only. */
export const CORPUS: readonly Case[] = [
  ...QUESTION_NAMES.flatMap((name) =>
    cases(name, [...general(FIELDS[name]), ...texts(name), ...choices(FIELDS[name])]),
  ),
  ...cases('email', EMAILS),
  ...cases('website', HONEYPOTS),
]

/** The addresses that are accepted. */
export const ADDRESSES: readonly string[] = EMAILS.filter(([, , verdict]) => !verdict).map(
  ([, value]) => String(value),
)

export const messageOf = ({ field, verdict }: Case): string | undefined => {
  if (verdict === undefined) return undefined
  return verdict in RULES
    ? RULES[verdict as keyof typeof RULES].message
    : messagesOf(FIELDS[field])[verdict as keyof ReturnType<typeof messagesOf>]
}

/** Texts that do something where they are not taken for text: pages, spreadsheets, terminals, mails. */
export const HOSTILE: readonly string[] = [
  '<script>alert(1)</script>',
  `"'><img src=x onerror=alert(1)>`,
  '&lt;b&gt;{{leave}}',
  '=1+1',
  '@SUM(1+1)',
  '\u001b[31mred\u001b[2J',
  '\u001b]0;title\u0007',
  '\u009b2J\u0085',
  'one\r\nBcc: eve@example.com',
  '\u202edetrever\u2066',
  'W'.repeat(300),
]

/** All of them in one text, which begins as a formula. */
export const HOSTILE_TEXT: string = `=1+1 ${HOSTILE.join(' ')}`

/** What controls a terminal, and what turns the rest of a line around. */
export const CONTROLS: RegExp = /(?!\n)[\p{Cc}\p{Bidi_Control}]/u

/** Any string, including lone surrogates and NUL. */
export const text = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.string({ unit: 'grapheme' }),
  fc
    .array(fc.integer({ min: 0, max: 0xffff }), { maxLength: 20 })
    .map((units) => String.fromCharCode(...units)),
)

/** Any text at any domain, mostly not quite an address. */
const nearlyAddress = fc
  .tuple(text, fc.oneof(fc.domain(), text))
  .map(([local, domain]) => `${local}@${domain}`)

export const address = fc.oneof(fc.emailAddress(), nearlyAddress, text)
