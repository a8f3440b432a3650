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

/** What could begin another header of an email, or control a terminal. */
export const CONTROL_CHARACTERS: readonly string[] = [
  '\n',
  '\r',
  '\r\n',
  '\0',
  '\t',
  '\u001b',
  '\u007f',
  '\u0085',
]

/** What controls a terminal, and what turns the rest of a line around. */
export const CONTROLS: RegExp = /(?!\n)[\p{Cc}\p{Bidi_Control}]/u
