import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js'
import { expect, onTestFinished } from 'vitest'
import { environmentOf, MAIN } from './run-program.ts'

type Environment = Readonly<Record<string, string>>

/** Starts `waitlist mcp` on a database, for one test. */
export const openMcp = (url: string, env: Environment = {}) =>
  openClient({ args: [MAIN, 'mcp'], env: { ...(environmentOf(url) as Environment), ...env } })

interface Program {
  readonly args: string[]
  readonly env: Environment
  readonly cwd?: string
}

/** Starts a program as a client of MCP does. Anything but the protocol on its output fails the test. */
export async function openClient(program: Program) {
  const problems: string[] = []
  const client = new Client({ name: 'tests', version: '1.0.0' })
  client.onerror = ({ message }) => problems.push(message)
  await client.connect(
    new StdioClientTransport({ command: process.execPath, stderr: 'ignore', ...program }),
  )
  onTestFinished(async () => {
    await client.close()
    expect(problems).toEqual([])
  })

  /** Returns the text of a tool's result; an error's text begins with `error: `. */
  const call = async (name: string, args: Readonly<Record<string, unknown>> = {}) => {
    const { content, isError } = await client.callTool({ name, arguments: args })
    const [{ text = '' } = {}] = content as readonly { readonly text?: string }[]
    return isError ? `error: ${text}` : text
  }
  /** Returns the preview of a call and its token. */
  const preview = async (name: string, args: Readonly<Record<string, unknown>>) => {
    const text = await call(name, args)
    const [, token = ''] = /these arguments: (\S+)$/.exec(text) ?? []
    expect(token, text).not.toBe('')
    return { text, token }
  }
  return {
    call,
    preview,
    tools: async () => (await client.listTools()).tools,
    /** Calls a tool, and then again with the token of the preview. */
    async confirm(name: string, args: Readonly<Record<string, unknown>>) {
      const { token } = await preview(name, args)
      return call(name, { ...args, token })
    },
  }
}

const message = (id: number, method: string, params: unknown): string =>
  `${JSON.stringify({ jsonrpc: '2.0', id, method, params })}\n`

const INITIALIZE = {
  protocolVersion: '2025-06-18',
  capabilities: {},
  clientInfo: { name: 'tests', version: '1.0.0' },
}

/** The input of a client that calls these tools at once, and then ends. The calls have the numbers 1, 2 and so on. */
export const conversation = (...tools: readonly string[]): string =>
  [
    message(0, 'initialize', INITIALIZE),
    ...tools.map((name, index) => message(index + 1, 'tools/call', { name, arguments: {} })),
  ].join('')
