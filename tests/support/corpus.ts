import { FIELDS } from '@ad-kit/contract'

const LONGEST_LABEL = 'd'.repeat(63)
const LONGEST_LOCAL = 'l'.repeat(64)

/** Returns an address of this length, whose local part and labels have legal lengths. */
const addressOf = (length: number): string => {
  const start = `${LONGEST_LOCAL}@${LONGEST_LABEL}.${LONGEST_LABEL}.`
  return `${start}${'e'.repeat(length - start.length - 4)}.com`
}

/** An `email` field accepts only ASCII before the @, and does not remove invisible characters. */
const REFUSED_BY_BROWSERS = { plain: 'malformed' } as const

/** Addresses, each with the rule that it breaks. */
export const EMAILS: readonly (readonly [
  what: string,
  address: string,
  breaks?: 'tooLong' | 'malformed' | 'accents' | undefined,
  differences?: { readonly plain: 'malformed' },
])[] = [
  ['capitals', 'ADA@EXAMPLE.COM'],
  ['all punctuation that is legal', "o'brien!#$%&*+/=?^_`{|}~-@example.com"],
  ['a shell command', `\`touch\${IFS}run\`@example.com`],
  ['an SQL statement', "'||current_user||'@example.com"],
  ['a domain beyond ASCII', 'ada@exämple.de'],
  ['a non-ASCII local part', 'ädä@exämple.de', 'accents', REFUSED_BY_BROWSERS],
  [
    'a full-width mailbox, stored as ada@example.com',
    'ａｄａ＠ｅｘａｍｐｌｅ．ｃｏｍ',
    undefined,
    REFUSED_BY_BROWSERS,
  ],
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
  [
    'invisible characters around it',
    '\u200b\u2060 ada@example.com\u202c\u00a0\ufeff',
    undefined,
    REFUSED_BY_BROWSERS,
  ],
  ['a mail header', 'ada@example.com\r\nBcc: bob@example.com', 'malformed'],
  ['a long string that is nearly an address', `${'a.'.repeat(100)}@`, 'malformed'],
]

/** The addresses that are accepted. */
export const ADDRESSES: readonly string[] = EMAILS.filter(([, , breaks]) => !breaks).map(
  ([, address]) => address,
)

/** Strings that are dangerous if a page, a spreadsheet, a terminal or an email interprets them. */
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

/** All of these strings in one that begins like a formula. */
export const HOSTILE_TEXT: string = `=1+1 ${HOSTILE.join(' ')}`

/** Characters that control a terminal or reverse the rest of a line. */
export const CONTROLS: RegExp = /(?!\n)[\p{Cc}\p{Bidi_Control}]/u
