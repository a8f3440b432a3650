import { Client, type ClientOptions } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import { expect, onTestFinished } from 'vitest'
import { environmentOf, MAIN } from './run-program.ts'

type Environment = Readonly<Record<string, string>>

/** Starts `waitlist mcp` on a database, for one test. */
export const openMcp = (url: string, env: Environment = {}, options: ClientOptions = {}) =>
  openClient(
    { args: [MAIN, 'mcp'], env: { ...(environmentOf(url) as Environment), ...env } },
    options,
  )

interface Program {
  readonly args: string[]
  readonly env: Environment
  readonly cwd?: string
}

/** Starts a program as an MCP client does. The test fails if the program prints anything outside the protocol. */
export async function openClient(program: Program, options: ClientOptions = {}) {
  const problems: string[] = []
  const client = new Client({ name: 'tests', version: '1.0.0' }, options)
  client.onerror = ({ message }) => problems.push(message)
  const transport = new StdioClientTransport({
    command: process.execPath,
    stderr: 'ignore',
    ...program,
  })
  await client.connect(transport)
  const closed = new Promise<void>((resolve) => {
    client.onclose = resolve
  })
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
    /** Sends a signal, and waits until the program has ended. */
    async signal(name: NodeJS.Signals) {
      process.kill(transport.pid ?? Number.NaN, name)
      await closed
    },
    protocol: client.getNegotiatedProtocolVersion(),
    tools: async () => (await client.listTools()).tools,
    /** Calls a tool, and then calls it again with the token from the preview. */
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

/**
 * Returns the input from a client that calls these tools at once and then disconnects. The calls are numbered from 1.
 */
export const conversation = (...tools: readonly string[]): string =>
  [
    message(0, 'initialize', INITIALIZE),
    ...tools.map((name, index) => message(index + 1, 'tools/call', { name, arguments: {} })),
  ].join('')
