import { execFile } from 'node:child_process'
import { accessSync, constants } from 'node:fs'
import { delimiter, join } from 'node:path'
import { promisify } from 'node:util'

/** Is the program on the PATH? */
export function isThere(name: string): boolean {
  const folders = (process.env['PATH'] ?? '').split(delimiter)
  return folders.some((folder) => {
    try {
      accessSync(join(folder, name), constants.X_OK)
      return true
    } catch {
      return false
    }
  })
}

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
