/** The orders of day and month in a date such as 5/12/2026. */
export const DAY_ORDERS = ['day-first', 'month-first'] as const
export type DayOrder = (typeof DAY_ORDERS)[number]

const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']
const MONTH_NAME =
  '(?<month>jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)\\.?'
const MONTH = '(?<month>\\d\\d?)'
const DAY = '(?<day>\\d\\d?)'
const YEAR = '(?<year>(?:19|20)\\d\\d)'
// After a hyphen, two digits may be a day: 24-01-05.
const SHORT_YEAR = '(?<year>(?:19|20)\\d\\d|(?<!-)\\d\\d)'
const WEEKDAY = '(?:(?:mon|tues?|wed(?:nes)?|thu(?:rs)?|fri|sat(?:ur)?|sun)(?:day)?,? )?'

/** Dates that can be read in only one way. Month names must be in English. */
const CERTAIN = [
  `${YEAR}(?<between>[-/.])${MONTH}\\k<between>${DAY}`,
  `${WEEKDAY}${MONTH_NAME} ${DAY},? ${YEAR}`,
  `${WEEKDAY}${DAY}[- ]${MONTH_NAME}[- ]${YEAR}`,
]

/** Dates in either order. Dates with dots are never month-first. */
const BY_ORDER: Readonly<Record<DayOrder, string>> = {
  'day-first': `${DAY}(?<between>[-/.])${MONTH}\\k<between>${SHORT_YEAR}`,
  'month-first': `${MONTH}(?<between>[-/])${DAY}\\k<between>${SHORT_YEAR}`,
}

const CLOCK =
  '(?<hour>\\d\\d?):(?<minute>\\d\\d)(?::(?<second>\\d\\d)(?:[.,](?<fraction>\\d{1,6})\\d*)?)?(?: ?(?<half>[ap])\\.?m\\.?)?'

/**
 * Matches time zones as Postgres, Ruby, Go, JavaScript and Notion write them: `+00`, `+0000 UTC`, `GMT+0000 (Name)`,
 * `(GMT+2)`.
 */
const ZONE =
  ' ?\\(?(?:z|utc|gmt|(?:utc|gmt)?(?<sign>[+-])(?<hours>\\d\\d?)(?::?(?<minutes>\\d\\d))?(?: (?:[a-z]{3,5}|[+-]\\d{4}|\\([a-z ]+\\)))?)\\)?'

const patternOf = (date: string): RegExp =>
  new RegExp(`^${date}(?:(?:t|,? (?:at )?)${CLOCK}(?:${ZONE})?)?$`, 'i')

const PATTERNS = CERTAIN.map(patternOf)
const PATTERNS_BY_ORDER = {
  'day-first': [...PATTERNS, patternOf(BY_ORDER['day-first'])],
  'month-first': [...PATTERNS, patternOf(BY_ORDER['month-first'])],
}

type Parts = Readonly<Partial<Record<string, string>>>

const two = (part: string | number): string => String(part).padStart(2, '0')

function dateOf({ year = '', month = '', day = '' }: Parts): string {
  const named = MONTHS.indexOf(month.slice(0, 3).toLowerCase()) + 1
  return `${year.padStart(4, '20')}-${two(named || month)}-${two(day)}`
}

/** Returns the hour in 24-hour form, or an invalid one for an hour that does not exist. */
function hourOf({ hour = '0', half }: Parts): string {
  if (half === undefined) return two(hour)
  if (Number(hour) < 1 || Number(hour) > 12) return ''
  return two((Number(hour) % 12) + (half.toLowerCase() === 'p' ? 12 : 0))
}

const zoneOf = ({ sign = '+', hours = '00', minutes = '00' }: Parts): string =>
  `${sign}${two(hours)}:${minutes}`

/** Date.parse reads 31 February as 2 March. */
const isDay = (date: string): boolean => {
  const time = Date.parse(date)
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(date)
}

/** Reads seconds or milliseconds since 1970. In seconds, every time from 2001 to 2286 has ten digits. */
function parseUnix(text: string): string | undefined {
  const [, seconds, thousandths = '0'] = /^(\d{10})(\d{3})?$/.exec(text) ?? []
  if (seconds === undefined) return undefined
  return `${new Date(Number(seconds) * 1_000).toISOString().slice(0, 19)}.${thousandths}Z`
}

/**
 * Reads a date or a time from an owner or a file. Times without a zone are UTC.
 * @param order the order in dates such as 5/12/2026, which are refused without it
 * @returns the time in ISO 8601 and UTC, with up to six decimal places, or undefined
 */
export function parseTime(text: string, order?: DayOrder): string | undefined {
  // There may be a narrow space before AM and PM.
  const plain = text.replaceAll(/\s/g, ' ')
  const patterns = order === undefined ? PATTERNS : PATTERNS_BY_ORDER[order]
  const parts: Parts = patterns.map((pattern) => pattern.exec(plain)).find(Boolean)?.groups ?? {}
  const date = dateOf(parts)
  if (!isDay(date)) return parseUnix(text)
  const { minute = '00', second = '00', fraction = '0' } = parts
  const time = Date.parse(`${date}T${hourOf(parts)}:${minute}:${second}${zoneOf(parts)}`)
  return Number.isNaN(time)
    ? undefined
    : `${new Date(time).toISOString().slice(0, 19)}.${fraction}Z`
}

/**
 * Returns a date's only possible order, `unclear` if either is possible, or undefined if the order makes no difference.
 */
export function findDayOrder(text: string): DayOrder | 'unclear' | undefined {
  const [dayFirst, monthFirst] = DAY_ORDERS.map((order) => parseTime(text, order))
  if (dayFirst === monthFirst) return undefined
  if (dayFirst && monthFirst) return 'unclear'
  return dayFirst ? 'day-first' : 'month-first'
}
