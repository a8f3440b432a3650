import { mkdir, writeFile } from 'node:fs/promises'
import { availableParallelism, cpus } from 'node:os'
import { join } from 'node:path'

const FOLDER = join(import.meta.dirname, 'results')

/** Numbers are a machine's, so they are kept with it. */
const machine = {
  cores: availableParallelism(),
  processor: cpus()[0]?.model,
  node: process.version,
}

/**
 * Keeps what a benchmark has found, as JSON.
 * @returns the file's path
 */
export async function writeResults(name: string, found: object): Promise<string> {
  await mkdir(FOLDER, { recursive: true })
  const file = join(FOLDER, `${name}.json`)
  await writeFile(file, `${JSON.stringify({ at: new Date(), machine, ...found }, undefined, 2)}\n`)
  return file
}
