import { type Forms, LANGUAGE } from './words.ts'

/** Replaces names in braces with their values. */
export const fillIn = (text: string, values: Readonly<Record<string, string>>): string =>
  text.replace(/\{(\w+)\}/g, (found, name) => values[name] ?? found)

export const formatNumber = (value: number): string => value.toLocaleString(LANGUAGE)

/** Returns the plural form that a number requires, with the number filled in. */
export const plural = (count: number, forms: Forms): string =>
  fillIn(forms[new Intl.PluralRules(LANGUAGE).select(count)] ?? forms.other, {
    count: formatNumber(count),
  })

/**
 * Formats a day in the style of the site's language, such as January 31, 2026.
 * @param date an ISO 8601 date, such as 2026-01-31, or time in UTC
 */
export const formatDay = (date: string, dateStyle: 'long' | 'medium' = 'long'): string =>
  new Date(date).toLocaleDateString(LANGUAGE, { dateStyle, timeZone: 'UTC' })

/** Returns whether a string is an ISO 8601 date, such as 2026-01-31. */
export const isDay = (text: string): boolean =>
  /^\d{4}-\d\d-\d\d$/.test(text) && new Date(text).toJSON()?.startsWith(text) === true

/** Formats an ISO 8601 time as a date and a time of day in UTC. */
export const formatTime = (time: string): string =>
  `${new Date(time).toLocaleString(LANGUAGE, { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' })} UTC`
