import { execFile } from 'node:child_process'
import { promisify } from 'node:util'

/**
 * Runs a program and returns its standard output.
 * @throws when it ends with an error
 */
export const run = async (
  name: string,
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
): Promise<string> =>
  (await promisify(execFile)(name, args, { env: { ...process.env, ...env } })).stdout
