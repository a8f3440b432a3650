import type { Context } from '../../api/src/owner/cli/context.ts'
import { buildProgram } from '../../api/src/owner/cli/program.ts'

// Builds docs/cli.md from the commands of the owner's program.

type Command = Awaited<ReturnType<typeof buildProgram>>

/** Building the commands reads nothing else. */
const context = { name: './waitlist', referrals: true } as Context

/** Returns what the help of a command has below the options: its examples, and what follows them. */
function endOf(command: Command): string {
  let text = ''
  command.configureOutput({ writeOut: (part) => (text += part) })
  command.outputHelp()
  return text.slice(text.indexOf('\nExample')).trim()
}

const examplesOf = (command: Command): string =>
  [...endOf(command).matchAll(/^ {2}(.+)$/gm)].map(([, line]) => line).join('\n')

function sectionOf(command: Command, path: string): string {
  const help = command.createHelp()
  const lines = [
    ...command.registeredArguments.map(
      (each) => `- \`${help.argumentTerm(each)}\`: ${help.argumentDescription(each)}`,
    ),
    ...command.options
      .filter(({ hidden }) => !hidden)
      .map((each) => `- \`${each.flags}\`: ${help.optionDescription(each)}`),
  ]
  return [
    `## ${path}`,
    command.description(),
    `Usage: \`${help.commandUsage(command)}\``,
    ...(lines.length > 0 ? [lines.join('\n')] : []),
    `\`\`\`sh\n${examplesOf(command)}\n\`\`\``,
  ].join('\n\n')
}

const pathsOf = (command: Command, before = ''): (readonly [path: string, command: Command])[] =>
  command.commands.flatMap((each) => {
    const path = `${before}${each.name()}`
    return [[path, each] as const, ...pathsOf(each, `${path} `)]
  })

const linkTo = ([path, command]: readonly [path: string, command: Command]): string =>
  `| [${path}](#${path.replace(' ', '-')}) | ${command.summary()} |`

export async function commandsPage(): Promise<string> {
  const program = await buildProgram(context)
  const commands = pathsOf(program)
  return `# Commands

The owner's program has these commands. With \`npm start\`, write \`npm run -s waitlist --\` instead of \`./waitlist\`.
\`./waitlist help COMMAND\` prints one of these sections.

| command | what it does |
|---|---|
${commands.map(linkTo).join('\n')}

${endOf(program).split('\n\n').slice(1).join('\n\n')}

This page is generated from the program's help: \`npm run docs\`.

${commands.map(([path, command]) => sectionOf(command, path)).join('\n\n')}
`
}
