import { stripVTControlCharacters } from 'node:util'

/** Replaces control characters, which could move the terminal's cursor. */
export const safe = (value: string): string =>
  stripVTControlCharacters(value).replace(/\p{Cc}/gu, '�')

export const number = (value: number): string => value.toLocaleString('en-US')

export const count = (value: number, one: string, many = `${one}s`): string =>
  `${number(value)} ${value === 1 ? one : many}`

/** `2026-01-31 12:00` of a time in ISO 8601. */
export const minute = (time: string): string => time.slice(0, 16).replace('T', ' ')
