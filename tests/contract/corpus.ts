import {
  FIELDS,
  type Field,
  type FieldName,
  type messagesOf,
  QUESTION_NAMES,
  type QuestionName,
} from '@ad-kit/api/contract'

/** The rule that a value breaks; undefined if it is accepted. */
type Verdict = keyof ReturnType<typeof messagesOf> | undefined

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

const notStrings: readonly Row[] = [
  ['null', null, 'malformed'],
  ['a number', 5, 'malformed'],
  ['a boolean', true, 'malformed'],
  ['a list', ['Ada'], 'malformed'],
  ['an object', { name: 'Ada' }, 'malformed'],
]

/** Refused in every line of text. */
const notLines: readonly Row[] = [
  ['a NUL', `Ada${NUL}`, 'malformed'],
  ['a lone high surrogate', `Ada${LONE_SURROGATE}`, 'malformed'],
  ['a lone low surrogate', '\udc00Ada', 'malformed'],
  ['a line break', 'Ada\nBcc: everybody', 'malformed'],
  ['a carriage return', 'Ada\rLovelace', 'malformed'],
  ['a tab', 'Ada\tLovelace', 'malformed'],
  ['an escape character', 'Ada\u001b[31m', 'malformed'],
  ['a C1 control character', 'Ada\u0085Lovelace', 'malformed'],
  ['a line separator', 'Ada\u2028Lovelace', 'malformed'],
  ['a paragraph separator', 'Ada\u2029Lovelace', 'malformed'],
]

/** Texts that have broken other programs. They are accepted unchanged. */
const naughty: readonly Row[] = [
  ['the word NULL', 'NULL'],
  ['the word undefined', 'undefined'],
  ['a Postgres array', '{Ada,NULL,"x"}'],
  ['quotes and backslashes', `\\"'\\\\''""\\u0000`],
  ['format specifiers', '%s%n%d%00'],
  ['a path', '../../../etc/passwd'],
  ['a spreadsheet formula', '=cmd|x!A1'],
  ['many marks on one letter', `Ada${'\u0301'.repeat(50)}`],
  ['mathematical letters', '𝕬𝖉𝖆'],
  ['the last characters of planes', 'Ada\uffff\u{1fffe}\u{10ffff}'],
  ['a character of several planes', 'A\u{10000}\u{20000}\u{30000}\u{f0000}\u{100000}'],
  ['text decoded with the wrong charset', 'AdÃ¡\ufffd'],
  ['the name of a property of objects', '__proto__'],
  ['private use characters', 'Ada\ue000\u{f0000}'],
  ['markup', '<b>Ada</b>'],
  ['an SQL statement', "'); DROP TABLE signups; --"],
]

const withoutLetter: readonly Row[] = [
  ['digits and a space', '12 34'],
  ['commas and braces', ',},{'],
  ['an SQL parameter', '$1'],
  ['a template', '{{7*7}}<%= 7*7 %>'],
  ['a sign as wide as a word', '﷽﷽'],
  ['emoji', ROCKET.repeat(3)],
]

const withUrl: readonly Row[] = [
  ['a URL', 'http://x.example'],
  ['a host name that starts with www', 'www.win.com'],
  ['a domain within words', 'Visit win.com now'],
  ['a domain in capitals', 'WIN.COM'],
  ['a lookup of Log4Shell', `\${jndi:ldap://localhost/x}`],
]

const withInvisible: readonly Row[] = [
  ['a zero width space', 'A\u200bda'],
  ['a Hangul filler', 'Ada\u3164'],
  ['an isolate, which changes the direction', 'Ada \u2066Lovelace\u2069'],
  ['text from right to left within a line', 'Ada \u202eecalevoL\u202c'],
  ['a direction without an end', 'Ada\u202b'],
  ['a byte order mark inside', 'Ada\ufeffLovelace'],
  ['an emoji of several, joined', 'Ada 👩‍👩‍👧'],
]

const refused = (rows: readonly Row[]): readonly Row[] =>
  rows.map(([what, value]) => [what, value, 'malformed'])

/** Rows that every question must judge alike, so that a new one is covered as well. */
function general(name: QuestionName): Case[] {
  const field: Field = FIELDS[name]
  const verdict = field.required ? 'tooShort' : undefined
  return cases(name, [
    ...notStrings,
    ['missing', undefined, verdict],
    ['empty', '', verdict],
    ['only spaces', '     ', verdict],
    ['only spaces of other scripts', '\u3000\u00a0\ufeff', verdict],
  ])
}

function texts(name: QuestionName): Case[] {
  const field: Field = FIELDS[name]
  if (field.type !== 'text') return []
  return cases(name, [
    ...notLines,
    ['one character too many', 'x'.repeat(field.maxLength + 1), 'tooLong'],
    ['a very long text', 'x'.repeat(10_000), 'tooLong'],
  ])
}

function names(name: 'first_name' | 'last_name'): Case[] {
  const { minLength, maxLength } = FIELDS[name]
  return cases(name, [
    ['the shortest name', 'x'.repeat(minLength)],
    ['a name one letter too short', 'x'.repeat(minLength - 1), 'tooShort'],
    ['a short name with spaces around', ` ${'x'.repeat(minLength - 1)} `, 'tooShort'],
    ['the longest name with spaces around', ` \t\n${'x'.repeat(maxLength)}\n\t `],
    ['the longest name', 'x'.repeat(maxLength)],
    ['one astral letter: two code units, one character', ASTRAL_LETTER, 'tooShort'],
    ['the longest name of astral letters', ASTRAL_LETTER.repeat(maxLength)],
    ['one astral letter too many', ASTRAL_LETTER.repeat(maxLength + 1), 'tooLong'],
    ['a letter and its combining accent', 'e\u0301'],
    ['Chinese', '李明'],
    ['Arabic', 'عمر'],
    ['Hindi', 'आदित्य'],
    ['an apostrophe and a hyphen', "O'Brien-Ñandú"],
    ['a hyphen', 'Ana-María'],
    ['initials', 'J.R.R. Tolkien'],
    ['a title without a space', 'Dr.Smith'],
    ...naughty,
    ...refused(withoutLetter),
    ...refused(withUrl),
    ...refused(withInvisible),
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
  ['a plain address', 'ada@example.com'],
  ['spaces around', '  ada@example.com\n'],
  ['capitals', 'ADA@EXAMPLE.COM'],
  ['a plus tag', 'ada+news@example.com'],
  ['dots', 'ada.b.lovelace@mail.example.co.uk'],
  ['all punctuation that is legal', "o'brien!#$%&*+/=?^_`{|}~-@example.com"],
  ['a shell command', `\`touch\${IFS}run\`@example.com`],
  ['an SQL statement', "'||current_user||'@example.com"],
  ['the percent sign of old mail routes', 'ada%example.org@example.com'],
  ['digits', '007@007.example.com'],
  ['letters beyond ASCII', 'ädä@exämple.de'],
  ['a letter and its combining accent', 'zoe\u0308@example.com'],
  ['Cyrillic, in capitals', 'АДА@ПРИМЕР.РФ'],
  ['Chinese', '用户@例え.テスト'],
  ['punycode', 'ada@xn--exmple-cua.com'],
  ['a full-width mailbox, stored as ada@example.com', 'ａｄａ＠ｅｘａｍｐｌｅ．ｃｏｍ'],
  ['a full-width @', 'ada＠example.com'],
  ['the reserved domain .example, for trying the form', 'ada@shop.example'],
  ['the longest local part', `${LONGEST_LOCAL}@example.com`],
  ['a local part one character longer', `l${LONGEST_LOCAL}@example.com`, 'malformed'],
  ['the longest label', `ada@${LONGEST_LABEL}.com`],
  ['a label one character longer', `ada@d${LONGEST_LABEL}.com`, 'malformed'],
  ['the longest address', addressOf(FIELDS.email.maxLength)],
  ['an address one character longer', addressOf(FIELDS.email.maxLength + 1), 'tooLong'],
  ['no @', 'ada.example.com', 'malformed'],
  ['two @', 'ada@lovelace@example.com', 'malformed'],
  ['no local part', '@example.com', 'malformed'],
  ['no domain', 'ada@', 'malformed'],
  ['a bare host', 'ada@localhost', 'malformed'],
  ['the reserved domain .invalid', 'ada@shop.invalid', 'malformed'],
  ['the reserved domain .test, in capitals', 'ada@shop.TEST', 'malformed'],
  ['the reserved domain .localhost, in mixed case', 'ada@shop.LocalHost', 'malformed'],
  ['a top-level domain of one letter', 'ada@example.c', 'malformed'],
  ['a top-level domain that starts with a digit', 'ada@example.1com', 'malformed'],
  ['an IP address', 'ada@127.0.0.1', 'malformed'],
  ['an IPv4 address literal', 'ada@[127.0.0.1]', 'malformed'],
  ['an IPv6 address literal', 'ada@[IPv6:2001:db8::1]', 'malformed'],
  ['a quoted local part', '"ada lovelace"@example.com', 'malformed'],
  ['a quoted local part with an @', '"ada@home"@example.com', 'malformed'],
  ['a comment', 'ada(home)@example.com', 'malformed'],
  ['a backslash', 'ada\\@example.com', 'malformed'],
  ['a leading dot', '.ada@example.com', 'malformed'],
  ['a trailing dot', 'ada.@example.com', 'malformed'],
  ['two dots', 'ada..lovelace@example.com', 'malformed'],
  ['two dots in the domain', 'ada@example..com', 'malformed'],
  ['a dot after the domain', 'ada@example.com.', 'malformed'],
  ['a label with a leading hyphen', 'ada@-example.com', 'malformed'],
  ['a label with a trailing hyphen', 'ada@example-.com', 'malformed'],
  ['an underscore in the domain', 'ada@exam_ple.com', 'malformed'],
  ['a space', 'ada lovelace@example.com', 'malformed'],
  ['a space before the @', 'ada @example.com', 'malformed'],
  ['a zero width space', 'ada\u200b@example.com', 'malformed'],
  ['a Hangul filler', 'ada\u3164@example.com', 'malformed'],
  ['a right-to-left override', 'ada@\u202eexample.com', 'malformed'],
  ['a left-to-right isolate', '\u2066ada\u2069@example.com', 'malformed'],
  ['a display name', 'Ada <ada@example.com>', 'malformed'],
  ['two addresses', 'ada@example.com,bob@example.com', 'malformed'],
  ['a mail header', 'ada@example.com\r\nBcc: bob@example.com', 'malformed'],
  ['a NUL', `ada${NUL}@example.com`, 'malformed'],
  ['a lone surrogate', `ada${LONE_SURROGATE}@example.com`, 'malformed'],
  ['an emoji', `${ROCKET}@example.com`, 'malformed'],
  ['an emoji in the domain', `ada@${ROCKET}.com`, 'malformed'],
  ['brackets in one character', 'ada@⑴.com', 'malformed'],
  ['a mailto link', 'mailto:ada@example.com', 'malformed'],
  ['a port', 'ada@example.com:25', 'malformed'],
  ['a path', 'ada@example.com/home', 'malformed'],
  ['a URL', 'https://example.com', 'malformed'],
  ['a long text that is nearly an address', `${'a.'.repeat(100)}@`, 'malformed'],
])

const companies = cases('company', [
  ['one letter', 'X'],
  ...naughty,
  ...withoutLetter,
  ...withUrl,
  ...withInvisible,
  ['the longest name of emoji', ROCKET.repeat(FIELDS.company.maxLength)],
  ['one emoji too many', ROCKET.repeat(FIELDS.company.maxLength + 1), 'tooLong'],
])

const [firstRole, secondRole] = FIELDS.role.options

const roles = cases('role', [
  ...FIELDS.role.options.map(({ value }): Row => [`the role ${value}`, value]),
  ['a role with spaces around', ` ${firstRole.value} `],
  ['a label instead of a value', firstRole.label, 'malformed'],
  ['a role in capitals', firstRole.value.toUpperCase(), 'malformed'],
  ['two roles', `${firstRole.value}|${secondRole.value}`, 'malformed'],
  ['the name of a property of objects', '__proto__', 'malformed'],
  ['a very long text', 'x'.repeat(10_000), 'malformed'],
])

const websites = cases('website', [
  ...notStrings,
  ['missing', undefined],
  ['empty', ''],
  ['a text from a bot or a browser', 'https://example.com'],
  ['the longest text', 'x'.repeat(FIELDS.website.maxLength)],
  ['one character too many', 'x'.repeat(FIELDS.website.maxLength + 1), 'tooLong'],
  ['a NUL', NUL, 'malformed'],
])

/** Values that browser and API must judge alike. */
export const CORPUS: readonly Case[] = [
  ...QUESTION_NAMES.flatMap((name) => [...general(name), ...texts(name)]),
  ...names('first_name'),
  ...names('last_name'),
  ...emails,
  ...companies,
  ...roles,
  ...websites,
]
