import { Option } from 'commander'
import { exportPeople, FORMATS, type Format } from '../signup/export.ts'
import type { AddCommand } from './context.ts'
import { isStandardOutput, note, progress, writeResult } from './output.ts'

/** The format that a file's name asks for. */
const formatOf = (file: string | undefined): Format => (file?.endsWith('ndjson') ? 'ndjson' : 'csv')

export const addExport: AddCommand = (program, { withSession, name }) => {
  program
    .command('export')
    .summary('write everybody on the list as CSV or NDJSON')
    .description(
      'Writes everybody on the list, in order of arrival. In CSV, cells that a spreadsheet would ' +
        'run as a formula begin with a quote.',
    )
    .addOption(new Option('--format <format>', 'csv, or one JSON object a line').choices(FORMATS))
    .option('--out <file>', 'a file, which only you can read; standard output by default')
    .addHelpText(
      'after',
      `\nExamples:\n  ${name} export --out people.csv\n  ${name} export --format ndjson | jq .email`,
    )
    .action(({ format, out }: { format?: Format; out?: string }) =>
      withSession(async (session) => {
        const toTerminal = isStandardOutput(out) && process.stdout.isTTY
        const tell = toTerminal ? undefined : progress('People')
        const portions = exportPeople(session, format ?? formatOf(out), tell)
        await session.transaction(() => writeResult(out, portions), 'SNAPSHOT')
        if (!isStandardOutput(out)) note(`Written to ${out}.`)
      }),
    )
}
