import { type AddCommand, UsageError } from './context.ts'

/** Listed here so that `help` is complete; the script `waitlist` runs it on the host. */
export const addUpgrade: AddCommand = (program) => {
  program
    .command('upgrade')
    .summary('bring a Compose stack up to date without an interruption')
    .description(
      'Brings a Compose stack up to date without an interruption: run `./waitlist upgrade` on the host.',
    )
    .addHelpText('after', '\nExample:\n  ./waitlist upgrade')
    .action(() => {
      throw new UsageError('This works with Compose only: run `./waitlist upgrade` on the host.')
    })
}
