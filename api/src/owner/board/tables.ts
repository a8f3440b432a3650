import { html, type Markup } from '../../../../letters/html.ts'
import { safe } from '../../system/format.ts'

const head = (headings: readonly Markup[]): Markup => html`<thead><tr>${headings}</tr></thead>`

/** On a phone the cells of a row stand two by two. */
export const listTable = (headings: readonly string[], rows: readonly Markup[]): Markup =>
  html`<table class="list">${head(headings.map((heading) => html`<th scope="col">${heading}</th>`))}<tbody>${rows}</tbody></table>`

/** A table of numbers under headings. On a phone it can be scrolled, also by keys. */
export function numberTable([headings = [], ...rows]: readonly (readonly string[])[]): Markup {
  const [first = '', ...others] = headings
  const heads = others.map((heading) => html`<th scope="col" class="count">${heading}</th>`)
  return html`<div class="overflow-auto" role="region" aria-label="${first}" tabindex="0"><table>
${head([html`<th scope="col">${first}</th>`, ...heads])}
<tbody>${rows.map(
    ([label = '', ...cells]) =>
      html`<tr><th scope="row">${safe(label)}</th>${cells.map((cell) => html`<td class="count">${cell}</td>`)}</tr>`,
  )}</tbody></table></div>`
}
