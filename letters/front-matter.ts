/** A line of the front matter, from 1, and what is wrong in it. */
export type Refuse = (line: number, sentence: string) => never

const LONGEST = 200

/** Quotes around the whole subject, which YAML would need, are not part of it. */
function withoutQuotes(text: string, refuse: (sentence: string) => never): string {
  if (/^"(?:[^"\\]|\\["\\])+"$/.test(text)) return text.slice(1, -1).replace(/\\(["\\])/g, '$1')
  if (/^".*\\.*"$/.test(text))
    refuse('a \\ in quotes is for \\" and \\\\ only. Leave the quotes out.')
  if (/^'(?:[^']|'')+'$/.test(text)) return text.slice(1, -1).replaceAll("''", "'")
  return text
}

/**
 * Reads the subject of a letter from its front matter, word for word. It is not read as YAML, where
 * a # would end the subject, and a number, a date or brackets would be no text.
 * @param frontMatter what stands between the lines of dashes
 * @returns undefined when there is none
 */
export function readSubject(frontMatter: string, refuse: Refuse): string | undefined {
  let subject: string | undefined
  for (const [index, line] of frontMatter.split(/\r\n|[\n\r]/).entries()) {
    // the front matter begins below its dashes
    const number = index + 2
    if (line.trim() === '' || line.startsWith('#')) continue
    const [, key, value = ''] = /^([^\s:][^:]*):(.*)$/.exec(line) ?? []
    if (key === undefined) refuse(number, 'expected one line: subject: Your subject')
    if (key.trim().toLowerCase() !== 'subject') {
      refuse(number, `${key} is unknown. The front matter has a subject only.`)
    }
    if (subject !== undefined) refuse(number, 'a letter has one subject.')
    subject = withoutQuotes(value.trim(), (sentence) => refuse(number, sentence)).trim()
    if (subject.length > LONGEST) refuse(number, 'the subject has more than 200 characters.')
  }
  return subject === '' ? undefined : subject
}
