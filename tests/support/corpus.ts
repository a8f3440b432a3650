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

const RULES = { invisible: VISIBLE, link: NO_LINK, accents: ASCII_LOCAL }

/** The rule that a value breaks; undefined if it is accepted. */
type Verdict = keyof ReturnType<typeof messagesOf> | keyof typeof RULES | undefined

export interface Case {
  readonly field: FieldName
  readonly what: string
  /** `undefined` if the key is missing. */
  readonly value: unknown
  readonly verdict: Verdict
}

type Row = readonly [what: string, value: unknown, verdict?: Verdict]

const cases = (field: FieldName, rows: readonly Row[]): Case[] =>
  rows.map(([what, value, verdict]) => ({ field, what, value, verdict }))

const ROCKET = '🚀'
/** A letter of two UTF-16 code units. */
const ASTRAL_LETTER = '𝕬'
const NUL = '\u0000'
const LONE_SURROGATE = '\ud800'

const notStrings: readonly Row[] = [['a list', ['Ada'], 'malformed']]

/** Refused in every line of text. */
const notLines: readonly Row[] = [
  ['a NUL', `Ada${NUL}`, 'malformed'],
  ['a lone high surrogate', `Ada${LONE_SURROGATE}`, 'malformed'],
  ['a line break', 'Ada\nBcc: everybody', 'malformed'],
  ['an escape character', 'Ada\u001b[31m', 'malformed'],
  ['a line separator', 'Ada\u2028Lovelace', 'malformed'],
]

/** Texts that have broken other programs. They are accepted unchanged. */
const naughty: readonly Row[] = [
  ['quotes and backslashes', `\\"'\\\\''""\\u0000`],
  ['a spreadsheet formula', '=cmd|x!A1'],
  ['many marks on one letter', `Ada${'\u0301'.repeat(50)}`],
  ['the last characters of planes', 'Ada\uffff\u{1fffe}\u{10ffff}'],
  ['the name of a property of objects', '__proto__'],
]

const withoutLetter: readonly Row[] = [
  ['digits and a space', '12 34'],
  ['emoji', ROCKET.repeat(3)],
]

const withDot: readonly Row[] = [
  ['the name of a shop', 'acme.co'],
  ['an abbreviation', 'St.John'],
  ['a domain within words', 'Visit win.com now'],
]

const withUrl: readonly Row[] = [
  ['a URL', 'http://x.example'],
  ['the start of a URL', 'WwW.kiln'],
  ['an email address', 'ada@kiln'],
]

/** Invisible characters that words and emoji are spelled with. */
const withJoiners: readonly Row[] = [
  ['a Persian name with a non-joiner', 'علی\u200cرضا'],
  ['a Sinhala name with a joiner', 'ශ්\u200dරී'],
  ['an emoji with its variation', 'Mira ❤\ufe0f'],
  ['emoji that are joined', 'Ada 👩🏽\u200d❤\ufe0f\u200d👧'],
]

const withInvisible: readonly Row[] = [
  ['a zero width space', 'A\u200bda'],
  ['text from right to left within a line', 'Ada \u202eecalevoL\u202c'],
  ['a joiner between other characters', 'Ada \u200d Love'],
  ['two joiners', 'A\u200d\u200dda'],
  ['a variation of a space', 'Ada \ufe0fLove'],
]

const refusedAs = (verdict: Verdict, rows: readonly Row[]): readonly Row[] =>
  rows.map(([what, value]) => [what, value, verdict])

/** Rows that every question must judge alike, so that a new one is covered as well. */
function general(name: QuestionName): Case[] {
  const field: Field = FIELDS[name]
  const verdict = field.required ? 'tooShort' : undefined
  return cases(name, [
    ...notStrings,
    ['missing', undefined, verdict],
    ['null', null, verdict],
    ['empty', '', verdict],
    ['only spaces', '     ', verdict],
  ])
}

function texts(name: QuestionName): Case[] {
  const field: Field = FIELDS[name]
  if (field.type !== 'text') return []
  return cases(name, [
    ...notLines,
    ['one character too many', 'x'.repeat(field.maxLength + 1), 'tooLong'],
  ])
}

function names(name: 'first_name' | 'last_name'): Case[] {
  const { minLength, maxLength } = FIELDS[name]
  return cases(name, [
    ['the shortest name', 'x'.repeat(minLength)],
    ['the longest name with spaces around', ` \t\n${'x'.repeat(maxLength)}\n\t `],
    ['the longest name', 'x'.repeat(maxLength)],
    ['one astral letter: two code units, one character', ASTRAL_LETTER, 'tooShort'],
    ['the longest name of astral letters', ASTRAL_LETTER.repeat(maxLength)],
    ['one astral letter too many', ASTRAL_LETTER.repeat(maxLength + 1), 'tooLong'],
    ['a letter and its combining accent', 'e\u0301'],
    ['an apostrophe and a hyphen', "O'Brien-Ñandú"],
    ...naughty,
    ...withoutLetter,
    ...withDot,
    ...withJoiners,
    ...refusedAs('link', withUrl),
    ...refusedAs('invisible', withInvisible),
  ])
}

const LONGEST_LABEL = 'd'.repeat(63)
const LONGEST_LOCAL = 'l'.repeat(64)

/** An address of this length whose local part and labels have a legal length. */
const addressOf = (length: number): string => {
  const start = `${LONGEST_LOCAL}@${LONGEST_LABEL}.${LONGEST_LABEL}.`
  const rest = length - start.length
  return `${start}${'e'.repeat(rest - 4)}.com`
}

const emails = cases('email', [
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
])

const companies = cases('company', [
  ...naughty,
  ...withoutLetter,
  ...withDot,
  ...withUrl,
  ...withJoiners,
  ...withInvisible,
  ['one emoji too many', ROCKET.repeat(FIELDS.company.maxLength + 1), 'tooLong'],
])

const [firstRole] = FIELDS.role.options

const roles = cases('role', [
  ...FIELDS.role.options.map(({ value }): Row => [`the role ${value}`, value]),
  ['a label instead of a value', firstRole.label, 'malformed'],
  ['the name of a property of objects', '__proto__', 'malformed'],
])

const websites = cases('website', [
  ...notStrings,
  ['missing', undefined],
  ['null', null],
  ['empty', ''],
  ['a text from a bot or a browser', 'https://example.com'],
  ['the longest text', 'x'.repeat(FIELDS.website.maxLength)],
  ['one character too many', 'x'.repeat(FIELDS.website.maxLength + 1), 'tooLong'],
  ['a NUL', NUL, 'malformed'],
])

/** Values with the API's verdict. The form shares it, except that it judges a text by its shortest length only. */
export const CORPUS: readonly Case[] = [
  ...QUESTION_NAMES.flatMap((name) => [...general(name), ...texts(name)]),
  ...names('first_name'),
  ...names('last_name'),
  ...emails,
  ...companies,
  ...roles,
  ...websites,
]

export const messageOf = ({ field, verdict }: Case): string | undefined => {
  if (verdict === undefined) return undefined
  return verdict in RULES
    ? RULES[verdict as keyof typeof RULES].message
    : messagesOf(FIELDS[field])[verdict as keyof ReturnType<typeof messagesOf>]
}
