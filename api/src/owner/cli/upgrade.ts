import { UsageError } from '../../../../contract/owner-error.ts'
import type { AddCommand } from './context.ts'
import { examples } from './output.ts'

/** Only for `help`; the script `waitlist` runs the upgrade on the host. */
export const addUpgrade: AddCommand = (program) => {
  program
    .command('upgrade')
    .summary('back up, then upgrade a Compose stack')
    .description(
      'Backs up, and replaces a Compose stack by the version of its folder. There is no API for some seconds, ' +
        'and the form waits. Run `./waitlist upgrade` on the host.',
    )
    .addHelpText('after', examples('./waitlist', 'upgrade'))
    .action(() => {
      throw new UsageError('This works with Compose only. Run `./waitlist upgrade` on the host.')
    })
}
