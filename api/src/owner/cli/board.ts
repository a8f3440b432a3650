import { readFile } from 'node:fs/promises'
import { Option } from 'commander'
import type { MailTemplates } from '../../../../letters/mail-templates.ts'
import { suppressionsFile } from '../../list/suppressions/file.ts'
import { explain } from '../../system/explain.ts'
import { environment } from '../../system/settings.ts'
import type { Brand } from '../board/request.ts'
import { type AddCommand, type Context, parseNumber } from './context.ts'
import { examples, note, print } from './output.ts'

/**
 * Returns the brand's name and look, which the web build writes with the emails. Without a build, the board is plain.
 */
export async function readBrand(mailsFile: string | undefined): Promise<Brand> {
  const text = await readFile(mailsFile ?? '', 'utf8').catch(() => '{}')
  const { name = 'The', board = { css: '', icon: '' } } = JSON.parse(text) as Partial<MailTemplates>
  return { name, look: board }
}

const hasDisplay = (): boolean =>
  ['darwin', 'win32'].includes(process.platform) ||
  Boolean(environment['DISPLAY'] || environment['WAYLAND_DISPLAY'])

async function openInBrowser({ openPage }: Context, url: string): Promise<void> {
  if (openPage === undefined || !process.stdout.isTTY || !hasDisplay()) return
  await openPage(url).catch((error) => note(`The browser cannot be opened: ${explain(error)}`))
}

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const

interface Options {
  readonly port?: number
  readonly inContainer?: true
}

export const addBoard: AddCommand = (program, context) => {
  program
    .command('board')
    .summary('show the list in your browser')
    .description(
      'Serves a page for your browser on this machine only: counts, people, quarantine, invitations, emails and exports. ' +
        'Open it with the printed link, which works once. It stops on Ctrl-C, or after an hour without a request.',
    )
    .option(
      '--port <port>',
      'the port; the default is a free port, or 8090 under Compose',
      parseNumber('--port', 65_535),
    )
    // The `waitlist` script sets this option, and publishes the port only on the host's loopback.
    .addOption(new Option('--in-container').hideHelp())
    .addHelpText('after', examples(context.name, 'board', 'board --port 9000'))
    .action(async ({ port = 0, inContainer }: Options) => {
      // A missing database must be reported here, before the browser opens.
      await context.withSession(async () => {})
      // The server loads only here, so that other commands start faster.
      const { serveBoard } = await import('../board/serve.ts')
      const suppressions = suppressionsFile(await context.findDataDir())
      const board = { ...context, suppressions, brand: await readBrand(context.mailsFile) }
      const host = inContainer ? '' : '127.0.0.1'
      const { url, ended, close } = await serveBoard(board, { port, host })
      for (const name of SIGNALS) process.on(name, close)
      print(url)
      note('This link works once. Ctrl-C stops the board.')
      await openInBrowser(context, url)
      await ended
      note('The board has stopped.')
    })
}
