import { type Forms, LANGUAGE } from './words.ts'

/** Replaces names in braces with their values. */
export const fillIn = (text: string, values: Readonly<Record<string, string>>): string =>
  text.replace(/\{(\w+)\}/g, (found, name) => values[name] ?? found)

export const formatNumber = (value: number): string => value.toLocaleString(LANGUAGE)

/** Returns the text for a number. */
export const plural = (count: number, forms: Forms): string =>
  fillIn(forms[new Intl.PluralRules(LANGUAGE).select(count)] ?? forms.other, {
    count: formatNumber(count),
  })

/**
 * Formats a day in the style of the site's language, such as January 31, 2026.
 * @param date ISO 8601, such as 2026-01-31 or a time in UTC
 */
export const formatDay = (date: string, dateStyle: 'long' | 'medium' = 'long'): string =>
  new Date(date).toLocaleDateString(LANGUAGE, { dateStyle, timeZone: 'UTC' })

/** Returns whether a string is a day in ISO 8601, such as 2026-01-31. */
export const isDay = (text: string): boolean =>
  /^\d{4}-\d\d-\d\d$/.test(text) && new Date(text).toJSON()?.startsWith(text) === true

/** Formats a time in ISO 8601 as a day and a time in UTC. */
export const formatTime = (time: string): string =>
  `${new Date(time).toLocaleString(LANGUAGE, { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' })} UTC`
