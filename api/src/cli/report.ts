import { FIELDS, type FieldName } from '../../contract/waitlist.ts'
import { dayChart, daysOf, shareTable } from '../board/charts.ts'
import { html, type Markup } from '../html.ts'
import { minute, number } from '../operator/format.ts'
import { type Stats, stats } from '../people/stats.ts'
import { labelled, sourceCounts } from '../people/stats-series.ts'
import type { AddCommand } from './context.ts'
import { examples, note, writeResult } from './output.ts'

/** System colours follow the reader's theme, and print well. */
const STYLE = html`
:root{color-scheme:light dark}
*{box-sizing:border-box}
body{margin:0 auto;max-width:50rem;padding:2rem 1.25rem;font:1rem/1.5 system-ui,sans-serif}
h1{margin:0;font-size:1.75rem}
h2{margin:2.5rem 0 .75rem;font-size:1.125rem}
section{break-inside:avoid}
dl{display:flex;flex-wrap:wrap;gap:1rem 3rem}
dd{margin:0;font-size:2.25rem;font-weight:650}
svg{display:block;width:100%;height:auto;fill:LinkText}
figure{margin:0;font-size:.8125rem}
figure svg{height:11rem;border-block:1px solid}
figcaption{display:flex;justify-content:space-between}
table{width:100%;border-collapse:collapse}
th,td{padding:.375rem .75rem .375rem 0;border-bottom:1px solid;text-align:left;font-weight:400}
td.count{text-align:right;white-space:nowrap}
td.share{width:40%}
td.share svg{height:.75rem}
`

const choices = (name: string, counts: Readonly<Record<string, number>>): Markup =>
  html`<section><h2>${FIELDS[name as FieldName].label}</h2>${shareTable(labelled(name, counts))}</section>`

function reportPage(counted: Stats, now = new Date()): string {
  const { total, confirmed, left, trapped, by } = counted
  const days = daysOf(counted, now)
  const lastWeek = days.slice(-7).reduce((sum, [, value]) => sum + value, 0)
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Waitlist report</title>
<style>${STYLE}</style>
</head>
<body>
<h1>Waitlist</h1>
<p>As of ${minute(now.toISOString())} UTC</p>
<dl>
<div><dt>On the list</dt><dd>${number(total)}</dd></div>
<div><dt>Confirmed</dt><dd>${number(confirmed)}</dd></div>
<div><dt>Last 7 days</dt><dd>${number(lastWeek)}</dd></div>
<div><dt>Left</dt><dd>${number(left)}</dd></div>
<div><dt>In quarantine</dt><dd>${number(trapped)}</dd></div>
</dl>
<section><h2>Joined per day</h2>${dayChart(days)}</section>
${Object.entries(by).map(([name, counts]) => choices(name, counts))}
<section><h2>Source</h2>
<p>The word in <code>?ref=</code> or <code>?utm_source=</code> of the link that people followed.</p>
${shareTable(sourceCounts(counted, 'count'))}</section>
<section><h2>Source of confirmed people</h2>${shareTable(sourceCounts(counted, 'confirmed'))}</section>
<section><h2>Quarantine</h2>
<p>Quarantined signups filled in the hidden field, as bots do. They are not on the list, and are deleted after 30 days.</p>
${shareTable([
  ['On the list', total],
  ['In quarantine', trapped],
])}
</section>
</body>
</html>
`.text
}

async function* only(text: string): AsyncGenerator<string> {
  yield text
}

export const addReport: AddCommand = (program, { withSession, name }) => {
  program
    .command('report')
    .summary('write a page with charts')
    .description(
      'Writes one HTML page with charts and without personal data. It needs no other file.',
    )
    .option('--out <file>', 'the file; - is standard output', 'waitlist-report.html')
    .addHelpText('after', examples(name, 'report --out report.html'))
    .action(({ out }: { out: string }) =>
      withSession(async (session) => {
        const page = reportPage(await stats(session))
        await writeResult(out, only(page))
        if (out !== '-') note(`Written to ${out}.`)
      }),
    )
}
