const inFullWidth = (text: string): string =>
  text.replace(/[!-~]/g, (letter) => String.fromCharCode(letter.charCodeAt(0) + 0xfee0))

const within = (characters: string) => (secret: string) =>
  `${secret.slice(0, 20)}${characters}${secret.slice(20)}`

/** Changes that mail programs, browsers and people make to an emailed token or code before it comes back. */
export const SPOILINGS: readonly (readonly [how: string, spoil: (secret: string) => string])[] = [
  ['spaces around it', (secret) => `  ${secret} `],
  ['line breaks around it', (secret) => `\r\n${secret}\r\n`],
  ['no-break spaces around it', (secret) => `\u00a0${secret}\u00a0`],
  ['zero width spaces around it', (secret) => `\u200b${secret}\u200b`],
  ['the 3D of quoted-printable before it', (secret) => `3D${secret}`],
  ['the =3D of quoted-printable before it', (secret) => `=3D${secret}`],
  ['a full stop after it', (secret) => `${secret}.`],
  ['a closing bracket after it', (secret) => `${secret})`],
  ['a quotation mark after it', (secret) => `${secret}"`],
  ['an angle bracket after it', (secret) => `${secret}>`],
  ['angle brackets around it', (secret) => `<${secret}>`],
  ['words after it', (secret) => `${secret} be quick`],
  ['full-width letters', inFullWidth],
  ['a soft line break within it', within('=\r\n')],
  ['a soft line break within it, from which a browser has removed the line break', within('=')],
  ['a line break within it', within('\r\n')],
  ['a zero width space within it', within('\u200b')],
]
