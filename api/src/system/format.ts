import { stripVTControlCharacters } from 'node:util'

/** Replaces characters that could move the terminal's cursor or reverse the rest of a line. */
export const safe = (value: string): string =>
  stripVTControlCharacters(value).replace(/[\p{Cc}\p{Bidi_Control}]/gu, '�')

/** Replaces characters that could move the cursor, but keeps line breaks and colours. */
export const printable = (text: string): string =>
  text.replace(/\p{Cc}(\[[\d;]*m)?/gu, (found, colour = '') => {
    const isOurs = found === '\n' || (colour !== '' && found.startsWith('\u001b'))
    return isOurs ? found : `�${colour}`
  })

const SHOWN = 40

/** Returns the start of a string from a file, on one line. */
export const shorten = (value: string): string =>
  value.length > SHOWN ? `${safe(value.slice(0, SHOWN))}…` : safe(value)

const NAMED = 20

/** Returns the first few of many strings from a file, such as column names. */
export function shortList(values: readonly string[]): string {
  const others = values.length > NAMED ? ` and ${number(values.length - NAMED)} more` : ''
  return values.slice(0, NAMED).map(shorten).join(', ') + others
}

export const number = (value: number): string => value.toLocaleString('en-US')

export const count = (value: number, one: string, many = `${one}s`): string =>
  `${number(value)} ${value === 1 ? one : many}`

/** Formats a time in ISO 8601 as `2026-01-31 12:00`. */
export const minute = (time: string): string => time.slice(0, 16).replace('T', ' ')
