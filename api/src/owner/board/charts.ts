import { html, type Markup } from '../../../../letters/html.ts'
import type { Funnel } from '../../list/funnel.ts'
import type { Stats } from '../../list/stats.ts'
import { lastDays } from '../../list/stats-series.ts'
import { number } from '../../system/format.ts'

const WIDTH = 760
const HEIGHT = 180

/** The chart has all days since the first signup, within these limits. */
const MOST_DAYS = 120
const LEAST_DAYS = 14
const DAY = 86_400_000

export function daysOf({ per_day }: Stats, today: Date): [day: string, funnel: Funnel][] {
  const first = per_day[0]
  const since = first ? Math.ceil((today.getTime() - Date.parse(first.day)) / DAY) + 1 : 0
  return lastDays(per_day, Math.min(MOST_DAYS, Math.max(LEAST_DAYS, since)), today)
}

/** @param what the columns are, at the start of a sentence */
export function dayChart(what: string, days: readonly (readonly [string, number])[]): Markup {
  const most = Math.max(1, ...days.map(([, value]) => value))
  const step = WIDTH / days.length
  const columns = days.map(([day, value], index) => {
    const height = (value / most) * HEIGHT
    const [x, y, width] = [index * step, HEIGHT - height, Math.max(1, step * 0.8)]
    return html`<rect x="${x.toFixed(1)}" y="${y.toFixed(1)}" width="${width.toFixed(1)}" height="${height.toFixed(1)}"><title>${day}: ${number(value)}</title></rect>`
  })
  const [first] = days.at(0) ?? ['']
  const [last] = days.at(-1) ?? ['']
  return html`<figure>${number(most)}
<svg viewBox="0 0 ${String(WIDTH)} ${String(HEIGHT)}" preserveAspectRatio="none" role="img" aria-label="${what}, per day from ${first} to ${last}; at most ${number(most)} a day">${columns}</svg>
<figcaption><span>${first}</span><span>${last}</span></figcaption></figure>`
}
