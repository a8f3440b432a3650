import { accessSync, constants } from 'node:fs'
import { delimiter, resolve } from 'node:path'

/** Whether this process may execute the file. */
export function canRun(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}

/** The path of the first of these programs that is on the PATH. One that is a path itself need not be. */
export function findOnPath(...names: readonly string[]): string | undefined {
  const folders = (process.env['PATH'] ?? '').split(delimiter)
  return names.flatMap((name) => folders.map((folder) => resolve(folder, name))).find(canRun)
}
