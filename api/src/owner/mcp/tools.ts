import { setImmediate } from 'node:timers/promises'
import type { CallToolResult, McpServer } from '@modelcontextprotocol/server'
import { z } from 'zod'
import { EXAMPLE_CONDITION } from '../../../../contract/conditions.ts'
import { explain } from '../../system/explain.ts'
import type { Context } from '../cli/context.ts'
import { note } from '../cli/output.ts'

export const PERSONAL = 'Returns personal data.'
export const NOT_PERSONAL = 'Returns no personal data.'

export const EMAIL = z.string().describe('the address of a person, in any spelling')

export const WHERE = z
  .array(z.string())
  .optional()
  .describe(
    `only people with these answers or statuses, such as ["${EXAMPLE_CONDITION}", "invited=no", "friends>=3"]; ` +
      'a name given twice matches either value',
  )

/** The arguments of the functions that add a group of tools. */
export interface ToolContext {
  readonly server: McpServer
  readonly context: Context
  /** Returns the result's text, or an error's message, to the client. */
  reply(work: () => Promise<string>): Promise<CallToolResult>
}

const textResult = (text: string): CallToolResult => ({ content: [{ type: 'text', text }] })

/**
 * Counts the calls, so that the program does not end during one. Between calls, it releases the database, because
 * assistants keep the program open all day, and `npm start` must still be able to start and stop the database.
 */
export function countCalls({ releaseDatabase }: Pick<Context, 'releaseDatabase'>) {
  const running = new Set<Promise<CallToolResult>>()
  return {
    reply(work: () => Promise<string>): Promise<CallToolResult> {
      const call = work()
        .then(textResult, (error) => ({ ...textResult(explain(error)), isError: true }))
        .finally(() => {
          running.delete(call)
          if (running.size === 0) releaseDatabase?.().catch((error) => note(explain(error)))
        })
      running.add(call)
      return call
    },
    /**
     * Waits for all calls and one more turn of the event loop, because the SDK starts a call shortly after its message
     * arrives, and sends a result shortly after it is ready.
     */
    async ended(): Promise<void> {
      do {
        await Promise.all(running)
        await setImmediate()
      } while (running.size > 0)
    },
  }
}
