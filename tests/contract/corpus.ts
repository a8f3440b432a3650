import { FIELDS, type FieldName, type FieldRule, ROLES } from '@ad-kit/api/contract'

/** Which rule a value breaks; undefined: none, it is taken. */
type Verdict = keyof FieldRule['messages'] | undefined

export interface Case {
  readonly field: FieldName
  readonly what: string
  /** `undefined`: the key is missing. */
  readonly value: unknown
  readonly verdict: Verdict
}

type Row = readonly [what: string, value: unknown, verdict?: Verdict]

const cases = (field: FieldName, rows: readonly Row[]): Case[] =>
  rows.map(([what, value, verdict]) => ({ field, what, value, verdict }))

const ROCKET = '🚀'
const NUL = '\u0000'
const LONE_SURROGATE = '\ud800'

const notStrings: readonly Row[] = [
  ['null', null, 'malformed'],
  ['a number', 5, 'malformed'],
  ['a boolean', true, 'malformed'],
  ['a list', ['Ada'], 'malformed'],
  ['an object', { name: 'Ada' }, 'malformed'],
]

/** What no line of text may hold. */
const notLines: readonly Row[] = [
  ['a NUL, which Postgres refuses', `Ada${NUL}`, 'malformed'],
  ['a lone high surrogate, which UTF-8 cannot hold', `Ada${LONE_SURROGATE}`, 'malformed'],
  ['a lone low surrogate', '\udc00Ada', 'malformed'],
  ['a line break, which starts a mail header', 'Ada\nBcc: everybody', 'malformed'],
  ['a carriage return', 'Ada\rLovelace', 'malformed'],
  ['a tab inside', 'Ada\tLovelace', 'malformed'],
  ['an escape character', 'Ada\u001b[31m', 'malformed'],
  ['a C1 control character', 'Ada\u0085Lovelace', 'malformed'],
  ['a line separator', 'Ada\u2028Lovelace', 'malformed'],
  ['a paragraph separator', 'Ada\u2029Lovelace', 'malformed'],
]

/** What has broken other programs, and is text to us. */
const naughty: readonly Row[] = [
  ['the word NULL', 'NULL'],
  ['the word undefined', 'undefined'],
  ['a list of Postgres', '{Ada,NULL,"x"}'],
  ['quotes and backslashes', `\\"'\\\\''""\\u0000`],
  ['commas and braces', ',},{'],
  ['a parameter of SQL', '$1'],
  ['a template', '{{7*7}}<%= 7*7 %>'],
  ['format signs', '%s%n%d%00'],
  ['a path', '../../../etc/passwd'],
  ['a formula', '=cmd|x!A1'],
  ['a lookup', `\${jndi:ldap://localhost/x}`],
  ['text from right to left within a line', 'Ada \u202eecalevoL\u202c'],
  ['isolates and marks of direction', 'Ada \u2066\u2067Lovelace\u2069\u2069\u200f\u061c'],
  ['a direction that nobody ends', 'Ada\u202b'],
  ['zero width signs', 'A\u200bd\u200ca\ufeff!'],
  ['many marks on one letter', `Ada${'\u0301'.repeat(50)}`],
  ['one sign as wide as a word', '﷽﷽'],
  ['mathematical letters', '𝕬𝖉𝖆'],
  ['the last characters of planes', 'Ada\uffff\u{1fffe}\u{10ffff}'],
  [
    'a character of each plane that has any',
    'A\u{10000}\u{20000}\u{30000}\u{e0100}\u{f0000}\u{100000}',
  ],
  ['what another encoding makes of it', 'AdÃ¡\ufffd'],
  ['a name that objects have', '__proto__'],
  ['private use', 'Ada\ue000\u{f0000}'],
]

function names(field: 'firstName' | 'lastName'): Case[] {
  const { minLength, maxLength } = FIELDS[field]
  return cases(field, [
    ...notStrings,
    ...notLines,
    ['missing', undefined, 'tooShort'],
    ['empty', '', 'tooShort'],
    ['only spaces', '     ', 'tooShort'],
    ['only spaces of other scripts', '\u3000\u00a0\ufeff', 'tooShort'],
    ['as short as may be', 'x'.repeat(minLength)],
    ['one letter less', 'x'.repeat(minLength - 1), 'tooShort'],
    ['one letter less, with spaces around', ` ${'x'.repeat(minLength - 1)} `, 'tooShort'],
    ['spaces around, which do not count', ` \t\n${'x'.repeat(maxLength)}\n\t `],
    ['as long as may be', 'x'.repeat(maxLength)],
    ['one letter more', 'x'.repeat(maxLength + 1), 'tooLong'],
    ['one astral character: two code units, one character', ROCKET, 'tooShort'],
    ['as many astral characters as may be', ROCKET.repeat(maxLength)],
    ['one astral character more', ROCKET.repeat(maxLength + 1), 'tooLong'],
    ['a letter and its combining accent', 'e\u0301'],
    ['Chinese', '李明'],
    ['Arabic', 'عمر'],
    ['Hindi', 'आदित्य'],
    ['an apostrophe and a hyphen', "O'Brien-Ñandú"],
    ['markup, which is text', '<b>Ada</b>'],
    ['a statement of SQL, which is text', "'); DROP TABLE signups; --"],
    ['a zero width joiner within a family', '👩‍👩‍👧'],
    ...naughty,
    ['very long', 'x'.repeat(10_000), 'tooLong'],
  ])
}

const LONGEST_LABEL = 'd'.repeat(63)
const LONGEST_LOCAL = 'l'.repeat(64)

/** An address of exactly so many characters, with a local part and labels of legal length. */
const addressOf = (length: number): string => {
  const start = `${LONGEST_LOCAL}@${LONGEST_LABEL}.${LONGEST_LABEL}.`
  const rest = length - start.length
  return `${start}${'e'.repeat(rest - 4)}.com`
}

const emails = cases('email', [
  ...notStrings,
  ['missing', undefined, 'tooShort'],
  ['empty', '', 'tooShort'],
  ['only spaces', '   ', 'tooShort'],
  ['plain', 'ada@example.com'],
  ['spaces around', '  ada@example.com\n'],
  ['upper case', 'ADA@EXAMPLE.COM'],
  ['a plus tag', 'ada+news@example.com'],
  ['dots', 'ada.b.lovelace@mail.example.co.uk'],
  ['signs that are legal', "o'brien!#$%&*+/=?^_`{|}~-@example.com"],
  ['a command of a shell', `\`touch\${IFS}run\`@example.com`],
  ['a statement of SQL', "'||current_user||'@example.com"],
  ['signs of old routes', 'ada%example.org@example.com'],
  ['digits', '007@007.example.com'],
  ['letters beyond ASCII', 'ädä@exämple.de'],
  ['a letter and its combining accent', 'zoe\u0308@example.com'],
  ['Cyrillic, in capitals', 'АДА@ПРИМЕР.РФ'],
  ['Chinese', '用户@例え.テスト'],
  ['punycode', 'ada@xn--exmple-cua.com'],
  ['the longest local part', `${LONGEST_LOCAL}@example.com`],
  ['a local part one longer', `l${LONGEST_LOCAL}@example.com`, 'malformed'],
  ['the longest label', `ada@${LONGEST_LABEL}.com`],
  ['a label one longer', `ada@d${LONGEST_LABEL}.com`, 'malformed'],
  ['the longest address', addressOf(FIELDS.email.maxLength)],
  ['an address one longer', addressOf(FIELDS.email.maxLength + 1), 'tooLong'],
  ['no @', 'ada.example.com', 'malformed'],
  ['two @', 'ada@lovelace@example.com', 'malformed'],
  ['no local part', '@example.com', 'malformed'],
  ['no domain', 'ada@', 'malformed'],
  ['a bare host', 'ada@localhost', 'malformed'],
  ['a top label of one letter', 'ada@example.c', 'malformed'],
  ['a top label that starts with a digit', 'ada@example.1com', 'malformed'],
  ['an address of a machine', 'ada@127.0.0.1', 'malformed'],
  ['an address literal', 'ada@[127.0.0.1]', 'malformed'],
  ['an address literal of IPv6', 'ada@[IPv6:2001:db8::1]', 'malformed'],
  ['a quoted local part', '"ada lovelace"@example.com', 'malformed'],
  ['a quoted local part with an @', '"ada@home"@example.com', 'malformed'],
  ['a comment', 'ada(home)@example.com', 'malformed'],
  ['a backslash', 'ada\\@example.com', 'malformed'],
  ['a dot first', '.ada@example.com', 'malformed'],
  ['a dot last', 'ada.@example.com', 'malformed'],
  ['two dots', 'ada..lovelace@example.com', 'malformed'],
  ['two dots in the domain', 'ada@example..com', 'malformed'],
  ['a dot after the domain', 'ada@example.com.', 'malformed'],
  ['a hyphen first in a label', 'ada@-example.com', 'malformed'],
  ['a hyphen last in a label', 'ada@example-.com', 'malformed'],
  ['an underscore in the domain', 'ada@exam_ple.com', 'malformed'],
  ['a space', 'ada lovelace@example.com', 'malformed'],
  ['a space before the @', 'ada @example.com', 'malformed'],
  ['a zero width space', 'ada\u200b@example.com', 'malformed'],
  ['a mark of direction', 'ada@\u202eexample.com', 'malformed'],
  ['a full-width @', 'ada＠example.com', 'malformed'],
  ['a display name', 'Ada <ada@example.com>', 'malformed'],
  ['two addresses', 'ada@example.com,bob@example.com', 'malformed'],
  ['a header', 'ada@example.com\r\nBcc: bob@example.com', 'malformed'],
  ['a NUL', `ada${NUL}@example.com`, 'malformed'],
  ['a lone surrogate', `ada${LONE_SURROGATE}@example.com`, 'malformed'],
  ['an emoji', `${ROCKET}@example.com`, 'malformed'],
  ['an emoji in the domain', `ada@${ROCKET}.com`, 'malformed'],
  ['a link', 'mailto:ada@example.com', 'malformed'],
  ['a port', 'ada@example.com:25', 'malformed'],
  ['a path', 'ada@example.com/home', 'malformed'],
  ['a URL', 'https://example.com', 'malformed'],
  ['nearly an address, long: matched in linear time', `${'a.'.repeat(100)}@`, 'malformed'],
])

const companies = cases('company', [
  ...notStrings,
  ...notLines,
  ['missing', undefined],
  ['empty', ''],
  ['only spaces', '   '],
  ['one letter', 'X'],
  ...naughty,
  ['as long as may be', ROCKET.repeat(FIELDS.company.maxLength)],
  ['one more', ROCKET.repeat(FIELDS.company.maxLength + 1), 'tooLong'],
])

const roles = cases('role', [
  ...notStrings,
  ...ROLES.map(({ value }): Row => [`the role ${value}`, value]),
  ['spaces around', ` ${ROLES[0].value} `],
  ['missing', undefined, 'tooShort'],
  ['empty', '', 'tooShort'],
  ['a label instead of a value', ROLES[3].label, 'malformed'],
  ['upper case', ROLES[0].value.toUpperCase(), 'malformed'],
  ['two roles', `${ROLES[0].value}|${ROLES[1].value}`, 'malformed'],
  ['a name that objects have', '__proto__', 'malformed'],
  ['very long', 'x'.repeat(FIELDS.role.maxLength + 1), 'tooLong'],
])

const websites = cases('website', [
  ...notStrings,
  ['missing', undefined],
  ['empty', ''],
  ['filled by a bot or a browser', 'https://example.com'],
  ['as long as may be', 'x'.repeat(FIELDS.website.maxLength)],
  ['one more', 'x'.repeat(FIELDS.website.maxLength + 1), 'tooLong'],
  ['a NUL', NUL, 'malformed'],
])

/** Every value that browser and API must judge alike. */
export const CORPUS: readonly Case[] = [
  ...names('firstName'),
  ...names('lastName'),
  ...emails,
  ...companies,
  ...roles,
  ...websites,
]
