import { Option } from 'commander'
import { exportPeople, FORMATS, type Format } from '../transfer/export.ts'
import type { AddCommand } from './context.ts'
import { examples, isStandardOutput, note, progress, writeResult } from './output.ts'

const formatOf = (file: string | undefined): Format => (file?.endsWith('ndjson') ? 'ndjson' : 'csv')

export const addExport: AddCommand = (program, { withSession, name, referrals }) => {
  program
    .command('export')
    .summary('write everyone on the list as CSV or NDJSON')
    .description(
      'Writes everyone on the list, in order of arrival. In CSV, a cell that a spreadsheet would ' +
        'run as a formula starts with a quote.',
    )
    .addOption(new Option('--format <format>', 'csv, or one JSON object a line').choices(FORMATS))
    .option('--out <file>', 'the file, readable by you only; the default is standard output')
    .addHelpText(
      'after',
      examples(name, 'export --out people.csv', 'export --format ndjson | jq .email'),
    )
    .action(({ format, out }: { format?: Format; out?: string }) =>
      withSession(async (session) => {
        const toTerminal = isStandardOutput(out) && process.stdout.isTTY
        const onProgress = toTerminal ? () => {} : progress('People')
        const portions = exportPeople(session, format ?? formatOf(out), {
          referrals,
          onProgress,
        })
        await session.transaction(() => writeResult(out, portions), 'SNAPSHOT')
        if (!isStandardOutput(out)) note(`Written to ${out}.`)
      }),
    )
}
