import { readName } from '../board/name.ts'
import { brandHeader, writeDocument } from '../board/page.ts'
import { readStatistics } from '../board/statistics.ts'
import { CSS } from '../board/style.ts'
import type { Session } from '../database/session.ts'
import { html, trusted } from '../html.ts'
import { minute } from '../operator/format.ts'
import type { AddCommand } from './context.ts'
import { examples, note, writeResult } from './output.ts'

const reportPage = async (session: Session, name: string, now: Date): Promise<string> =>
  writeDocument(
    'Waitlist report',
    html`<style>${trusted(CSS)}</style>`,
    html`${brandHeader(name)}
<main>
<h1>Report</h1>
<p class="lead">As of ${minute(now.toISOString())} UTC</p>
${await readStatistics(session, now)}
</main>`,
  )

async function* only(text: string): AsyncGenerator<string> {
  yield text
}

export const addReport: AddCommand = (program, { withSession, name, mailsFile }) => {
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
        const page = await reportPage(session, await readName(mailsFile), new Date())
        await writeResult(out, only(page))
        if (out !== '-') note(`Written to ${out}.`)
      }),
    )
}
