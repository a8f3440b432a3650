import { UsageError } from '../../../contract/owner-error.ts'
import type { AddCommand } from './context.ts'
import { examples } from './output.ts'

/** Only for `help`; the script `waitlist` runs the upgrade on the host. */
export const addUpgrade: AddCommand = (program) => {
  program
    .command('upgrade')
    .summary('upgrade a Compose stack without downtime')
    .description('Upgrades a Compose stack without downtime. Run `./waitlist upgrade` on the host.')
    .addHelpText('after', examples('./waitlist', 'upgrade'))
    .action(() => {
      throw new UsageError('This works with Compose only. Run `./waitlist upgrade` on the host.')
    })
}
