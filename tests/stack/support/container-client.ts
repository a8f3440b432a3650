import type { Stack } from './stack.ts'

/**
 * Runs a module in a container with Node.js. nginx sees the address of that container, while
 * requests from this machine all come from the gateway.
 * @returns what the module printed, as JSON
 */
export async function runIn<Result>(
  { compose }: Stack,
  service: 'api' | 'worker',
  module: string,
): Promise<Result> {
  const node = ['node', '--input-type=module', '--eval', module]
  return JSON.parse(await compose('exec', '-T', service, ...node)) as Result
}
