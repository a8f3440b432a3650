import { mkdir, writeFile } from 'node:fs/promises'
import { availableParallelism, cpus } from 'node:os'
import { join } from 'node:path'

const FOLDER = join(import.meta.dirname, 'results')

/** Numbers depend on the machine, so the results name it. */
const machine = {
  cores: availableParallelism(),
  processor: cpus()[0]?.model,
  node: process.version,
}

/**
 * Writes the results of a benchmark as JSON.
 * @returns the file's path
 */
export async function writeResults(name: string, found: object): Promise<string> {
  await mkdir(FOLDER, { recursive: true })
  const file = join(FOLDER, `${name}.json`)
  await writeFile(file, `${JSON.stringify({ at: new Date(), machine, ...found }, undefined, 2)}\n`)
  return file
}
