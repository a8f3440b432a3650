import { exportPeople } from '../transfer/export.ts'
import type { AddCommand } from './context.ts'
import { examples, isStandardOutput, note, writeResult } from './output.ts'

export const addExport: AddCommand = (program, { withSession, name, referrals }) => {
  program
    .command('export')
    .summary('write everyone on the list as CSV or NDJSON')
    .description(
      'Writes everyone on the list, in order of joining. In CSV, a cell that a spreadsheet would ' +
        'run as a formula is prefixed with a quote.',
    )
    .option(
      '--out <file>',
      'the file to write, readable only by you; a name that ends in .ndjson selects NDJSON, with one JSON object per line; the default is CSV on standard output',
    )
    .addHelpText('after', examples(name, 'export --out people.csv', 'export --out people.ndjson'))
    .action(({ out }: { out?: string }) =>
      withSession(async (session) => {
        const chunks = exportPeople(session, out?.endsWith('.ndjson') ? 'ndjson' : 'csv', {
          referrals,
        })
        await session.transaction(() => writeResult(out, chunks), 'SNAPSHOT')
        if (!isStandardOutput(out)) note(`Written to ${out}.`)
      }),
    )
}
