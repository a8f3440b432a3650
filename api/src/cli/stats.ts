import { FIELDS, type FieldName } from '../../contract/waitlist.ts'
import { type Stats, stats } from '../signup/stats.ts'
import type { AddCommand } from './context.ts'
import { bars, examples, number, print, printJson, style } from './output.ts'

const DAYS = 14
const DAY = 86_400_000

/** The last days, including those without a signup. */
export function lastDays(
  perDay: Stats['per_day'],
  days = DAYS,
  today = new Date(),
): [string, number][] {
  const counts = new Map(perDay.map(({ day, count }) => [day, count]))
  return Array.from({ length: days }, (_, index) => {
    const day = new Date(today.getTime() - (days - 1 - index) * DAY).toISOString().slice(0, 10)
    return [day, counts.get(day) ?? 0]
  })
}

/** The counts of a question's choices, by label. */
export function labelled(
  name: string,
  counts: Readonly<Record<string, number>>,
): [string, number][] {
  const field = FIELDS[name as FieldName]
  const options: readonly { value: string; label: string }[] =
    'options' in field ? field.options : []
  return Object.entries(counts).map(([value, count]) => [
    options.find((option) => option.value === value)?.label ?? value,
    count,
  ])
}

function show({ total, trapped, per_day, by }: Stats): void {
  print(`${style('bold', 'On the list')}    ${number(total)}`)
  print(`${style('bold', 'In quarantine')}  ${number(trapped)}`)
  print(`\n${style('bold', `Joined in the last ${DAYS} days (UTC)`)}\n${bars(lastDays(per_day))}`)
  for (const [name, counts] of Object.entries(by)) {
    const { label } = FIELDS[name as FieldName]
    print(`\n${style('bold', label)}\n${bars(labelled(name, counts))}`)
  }
}

export const addStats: AddCommand = (program, { withSession, name }) => {
  program
    .command('stats')
    .summary('count people: in total, per day, per choice')
    .description(
      'Counts people on the list: in total, per day, and per choice of a question. Quarantined ' +
        'signups, whose hidden field was filled in, are counted separately.',
    )
    .option('--json', 'print JSON')
    .addHelpText('after', examples(name, 'stats', 'stats --json | jq .total'))
    .action(({ json }: { json?: true }) =>
      withSession(async (session) => {
        const counted = await stats(session)
        if (json) printJson(counted)
        else show(counted)
      }),
    )
}
