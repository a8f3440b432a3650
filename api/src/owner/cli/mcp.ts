import type { AddCommand } from './context.ts'
import { examples } from './output.ts'

export const addMcp: AddCommand = (program, context) => {
  program
    .command('mcp')
    .summary('let an AI assistant use the list, with your consent to each change')
    .description(
      'Serves the Model Context Protocol (MCP) over standard input and output, until the input ends. An ' +
        'assistant starts this command automatically. Its tools read the list, invite, announce, ' +
        'correct and erase. A tool that changes something first shows what it would do.',
    )
    .addHelpText('after', examples(context.name, 'mcp'))
    .action(async () => {
      // The server loads only here, so that other commands start faster.
      const { serveMcp } = await import('../mcp/serve.ts')
      await serveMcp(context)
    })
}
