/** Matches soft line breaks (RFC 2045, section 6.7), whose `=` browsers keep, and invisible characters. */
const WITHIN = String.raw`[=\r\n\p{Cf}]*`

/**
 * Returns a function that finds a token or code in text from an email. Mail programs put characters around it, such as
 * brackets or the `3D` of quoted-printable, and break it into lines. Letter case is kept.
 * @param character a regular expression for a character of the secret
 */
export function secretFinder(character: string, length: number) {
  const secret = `${character}(?:${WITHIN}${character}){${length - 1}}`
  // Tries without `3D` first, because a secret may start with it.
  const pattern = new RegExp(String.raw`^[^\w-]*(?:3D${WITHIN})??(${secret})(?![\w-])`, 'iu')
  const added = new RegExp(WITHIN, 'gu')
  return (text: string): string | undefined =>
    pattern.exec(text.normalize('NFKC'))?.[1]?.replace(added, '')
}
