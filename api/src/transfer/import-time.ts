const TIME =
  /^(?<date>(?:19|20)\d\d-\d\d-\d\d)(?:[Tt ](?<clock>\d\d:\d\d(?::\d\d)?)(?:[.,](?<fraction>\d{1,6})\d*)?(?: ?(?<zone>[Zz]|UTC|utc|GMT|[+-]\d\d(?::?\d\d)?(?: (?:[A-Z]{3,5}|[+-]\d{4}))?))?)?$/

/** `+00`, `+0000` and `+0000 UTC` are written by Postgres, Ruby and Go. */
const OFFSET = /^(?<hours>[+-]\d\d):?(?<minutes>\d\d)?/

function offsetOf(zone: string): string {
  const { hours, minutes = '00' } = OFFSET.exec(zone)?.groups ?? {}
  return hours === undefined ? 'Z' : `${hours}:${minutes}`
}

const isDay = (date: string): boolean => {
  const time = Date.parse(date)
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(date)
}

/** Keeps microseconds; a time without a zone is in UTC. */
export function parseTime(text: string): string | undefined {
  const { date, clock = '00:00', fraction = '0', zone = 'Z' } = TIME.exec(text)?.groups ?? {}
  // Date.parse reads 31 February as 2 March
  if (!isDay(`${date}`)) return undefined
  const time = Date.parse(`${date}T${clock}${offsetOf(zone)}`)
  return Number.isNaN(time)
    ? undefined
    : `${new Date(time).toISOString().slice(0, 19)}.${fraction}Z`
}
