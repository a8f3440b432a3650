import { OwnerError } from '../../../../contract/owner-error.ts'
import { applyReport, markUndeliverable, type Outcome } from '../../list/apply-reports.ts'
import { emailKey } from '../../list/identity.ts'
import { type DeliveryReport, LARGEST_REPORT, readReport } from '../../mail/delivery-report.ts'
import { type AddCommand, type Context, readAddress } from './context.ts'
import { examples, note, print, printJson } from './output.ts'

/** Longer input is no address. In bytes. */
const LONGEST_ADDRESS = 1_000

interface Input {
  /** The identity of a person, if the input is an address. */
  readonly key?: string | undefined
  readonly report?: DeliveryReport | undefined
}

/** The start of standard input. It is read to its end, so that the mail server's pipe does not break. */
async function readStart(): Promise<Buffer> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of process.stdin) {
    if (size < LARGEST_REPORT) chunks.push(chunk)
    size += chunk.length
  }
  if (size > LARGEST_REPORT) {
    note(
      `Only the first ${LARGEST_REPORT.toLocaleString('en')} bytes were read, which name the recipient.`,
    )
  }
  return Buffer.concat(chunks).subarray(0, LARGEST_REPORT)
}

async function readInput(email: string | undefined): Promise<Input> {
  if ((email !== undefined && email !== '-') || process.stdin.isTTY) {
    return { key: await readAddress(email) }
  }
  const source = await readStart()
  const key = source.length < LONGEST_ADDRESS ? emailKey(source.toString()) : undefined
  const report = key === undefined ? await readReport(source) : undefined
  if (key === undefined && report === undefined) {
    throw new OwnerError('This is not a bounce, a complaint or an email address.')
  }
  return { key, report }
}

const SENTENCES: Readonly<Record<Outcome, string>> = {
  marked: 'No more emails are sent to that address.',
  'marked before': 'That address was marked before: no emails are sent to it.',
  unknown: 'That address is not on the list.',
}

const POLICY_HINT =
  'The server objects to the sender, not to the address: check SPF, DKIM and DMARC.'

const unchanged = (status: string | undefined): string =>
  status?.startsWith('5')
    ? 'Nothing changed: this failure does not say that the address is wrong.'
    : 'Nothing changed: this is not a permanent failure.'

const apply = ({ key, report }: Input, { withSession }: Context): Promise<Outcome> =>
  withSession((session) =>
    report ? applyReport(session, report) : markUndeliverable(session, key ?? ''),
  )

export const addBounce: AddCommand = (program, context) => {
  program
    .command('bounce')
    .summary('stop emails to an address that a bounce names')
    .description(
      'Reads a bounce (RFC 3464), a complaint (RFC 5965) or an address from standard input, so that a mail ' +
        'server can pipe them to it. If the address does not exist or its owner complains, nothing is sent ' +
        'to it, and its waiting emails are removed. Other failures and delays change nothing. Only the ' +
        `first ${LARGEST_REPORT.toLocaleString('en')} bytes of a report are read.`,
    )
    .argument('[email]', 'the address, instead of standard input')
    .option('--json', 'print JSON')
    .addHelpText('after', examples(context.name, 'bounce < bounce.eml', 'bounce ada@example.com'))
    .action(async (email: string | undefined, { json }: { json?: true }) => {
      const input = await readInput(email)
      const { kind = 'refused', status } = input.report ?? {}
      const outcome = kind === 'other' ? undefined : await apply(input, context)
      if (json) return printJson({ kind, status: status ?? null, outcome: outcome ?? 'unchanged' })
      if (outcome === 'marked') print(SENTENCES.marked)
      else note(outcome ? SENTENCES[outcome] : unchanged(status))
      if (status?.startsWith('5.7.')) note(POLICY_HINT)
    })
}
