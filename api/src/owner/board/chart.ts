import { html, type Markup } from '../../../../letters/html.ts'
import { number } from '../../system/format.ts'

const dayOf = (day: string): string =>
  new Date(day).toLocaleDateString('en-US', { month: 'short', day: 'numeric', timeZone: 'UTC' })

/** Lengths are percentages, so that a chart fits any width while its text keeps its size. */
const percentOf = (share: number): string => `${(share * 100).toFixed(2)}%`

const bar = (x: number, y: number, width: number, height: number, title = html``): Markup =>
  html`<rect x="${percentOf(x)}" y="${percentOf(y)}" width="${percentOf(width)}" height="${percentOf(height)}" rx="2">${title}</rect>`

/** Draws a column for each day, with the largest number above and the first and last day below. */
export function dayChart(what: string, days: readonly (readonly [string, number])[]): Markup {
  const most = Math.max(0, ...days.map(([, value]) => value))
  const [first, last] = [days[0]?.[0] ?? '', days.at(-1)?.[0] ?? '']
  const columns = days.map(([day, value], index) => {
    const height = value / (most || 1)
    const title = html`<title>${day}: ${number(value)}</title>`
    return bar((index + 0.1) / days.length, 1 - height, 0.8 / days.length, height, title)
  })
  return html`<figure><figcaption><h2>${what}</h2></figcaption>
<svg class="days" role="img" aria-label="${what} per day, from ${first} to ${last}: at most ${number(most)}">
<text x="0" y="9%">peak: ${number(most)} a day</text><line x1="0" x2="100%" y1="13%" y2="13%"/>
<svg y="13%" height="73%">${columns}</svg><line x1="0" x2="100%" y1="86%" y2="86%"/>
<text x="0" y="99%">${dayOf(first)}</text><text x="100%" y="99%" text-anchor="end">${dayOf(last)}</text>
</svg></figure>`
}

/** Draws a share as a bar. The caller shows the number next to it. */
export const shareBar = (share: number | null): Markup =>
  html`<svg class="share" aria-hidden="true">${bar(0, 0, share ?? 0, 1)}</svg>`
