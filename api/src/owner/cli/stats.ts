import {
  choiceTables,
  funnelTable,
  lastDays,
  sourceTable,
  visitsNote,
} from '../../list/stats/series.ts'
import { type Stats, stats } from '../../list/stats/stats.ts'
import { countAfter, type LetterCount } from '../../mail/letters/after.ts'
import { findLateConfirmations, type LateConfirmations, lateText } from '../../mail/queue/flood.ts'
import { number } from '../../system/format.ts'
import type { Session } from '../../system/session.ts'
import type { AddCommand } from './context.ts'
import { examples, print, printJson, style, table } from './output.ts'

/** Returns a table whose columns after the first are right-aligned numbers. */
function numbers(rows: readonly (readonly string[])[]): string {
  const widths = (rows[0] ?? []).map((_, column) =>
    Math.max(...rows.map((row) => row[column]?.length ?? 0)),
  )
  return table(
    rows.map(([label = '', ...cells]) => [
      label,
      ...cells.map((cell, index) => cell.padStart(widths[index + 1] ?? 0)),
    ]),
  )
}

const totals = ({ total, confirmed, invited, claimed, left, quarantined, visits }: Stats): string =>
  [
    `${style('bold', 'Visits')}         ${number(visits)}`,
    `${style('bold', 'On the list')}    ${number(total)}`,
    `${style('bold', 'Confirmed')}      ${number(confirmed)}`,
    `${style('bold', 'Invited')}        ${number(invited)}`,
    `${style('bold', 'Claimed')}        ${number(claimed)}`,
    `${style('bold', 'Left')}           ${number(left)}`,
    `${style('bold', 'In quarantine')}  ${number(quarantined)}`,
  ].join('\n')

const letterTable = (letters: readonly LetterCount[]): string[][] => [
  ['Letter', 'People'],
  ...letters.map(({ letter, people }) => [letter, number(people)]),
]

function showAll(counted: Stats, late: LateConfirmations, letters: readonly LetterCount[]): void {
  print(
    [
      totals(counted),
      ...(late.count > 0 ? [`${lateText(late)}.`] : []),
      numbers(funnelTable('Day (UTC)', lastDays(counted.per_day))),
      ...choiceTables(counted).map(numbers),
      numbers(sourceTable(counted)),
      ...(letters.length > 0 ? [numbers(letterTable(letters))] : []),
      visitsNote(counted),
    ].join('\n\n'),
  )
}

export const readStats = async (session: Session) => ({
  ...(await stats(session)),
  letters: await countAfter(session),
})

interface Options {
  readonly json?: true
}

export const addStats: AddCommand = (program, { withSession, name }) => {
  program
    .command('stats')
    .summary('count visits and people: per day, per choice, per source')
    .description(
      'Counts visits to the site and people on the list: in total, per day, per choice of a question, ' +
        'and per source, with the conversion rates from visits to signups to confirmations. ' +
        'People who left and quarantined signups are counted separately.',
    )
    .option('--json', 'print JSON')
    .addHelpText('after', examples(name, 'stats', 'stats --json | jq .total'))
    .action(({ json }: Options) =>
      withSession(async (session) => {
        const counted = await readStats(session)
        if (json) printJson(counted)
        else showAll(counted, await findLateConfirmations(session), counted.letters)
      }),
    )
}
