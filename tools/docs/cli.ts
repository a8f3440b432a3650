import type { Context } from '../../api/src/owner/cli/context.ts'
import { buildProgram } from '../../api/src/owner/cli/program.ts'
import { table } from './fill.ts'

// Generates docs/cli.md from the commands of the owner's program.

type Command = Awaited<ReturnType<typeof buildProgram>>

/** Building the commands needs nothing else from the context. */
const context = { name: './waitlist', referrals: true } as Context

/** Returns the part of a command's help below the options: its examples and what follows them. */
function endOf(command: Command): string {
  let text = ''
  command.configureOutput({ writeOut: (part) => (text += part) })
  command.outputHelp()
  return text.slice(text.indexOf('\nExample')).trim()
}

const pathOf = (command: Command): string =>
  command.parent?.parent ? `${command.parent.name()} ${command.name()}` : command.name()

function sectionOf(command: Command): string {
  const help = command.createHelp()
  const examples = [...endOf(command).matchAll(/^ {2}(.+)$/gm)].map(([, line]) => line)
  const lines = [
    ...command.registeredArguments.map((each) => [each.name(), help.argumentDescription(each)]),
    ...command.options
      .filter(({ hidden }) => !hidden)
      .map((each) => [each.flags, help.optionDescription(each)]),
  ].map(([term, description]) => `- \`${term}\`: ${description}\n`)
  return `## ${pathOf(command)}

${command.description()}

Usage: \`${help.commandUsage(command)}\`

${lines.join('')}
\`\`\`sh
${examples.join('\n')}
\`\`\`
`
}

export async function commandsPage(): Promise<string> {
  const program = await buildProgram(context)
  const commands = program.commands.flatMap((each) => [each, ...each.commands])
  const rows = commands.map((each) => [
    `[${pathOf(each)}](#${pathOf(each).replace(' ', '-')})`,
    each.summary(),
  ])
  return `# Commands

The owner's program has these commands. With \`npm start\`, write \`npm run -s waitlist --\` instead of \`./waitlist\`.
\`./waitlist help COMMAND\` prints one of these sections.

${table('command', 'what it does')(rows)}

${endOf(program).split('\n\n').slice(1).join('\n\n')}

This page is generated from the program's help: \`npm run docs\`.

${commands.map(sectionOf).join('\n')}`
}
