import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readmeCommands } from '../support/readme.ts'
import type { Stack } from './stack.ts'

/** A dump of a stack's database, by the README's commands. */
export interface Dump {
  /** Puts it in the place of what is there, by the README's commands. Once. */
  restore(): Promise<unknown>
}

export async function takeDump({ shell }: Stack): Promise<Dump> {
  const [dump = '', restore = ''] = readmeCommands('Backup and restore')
  const folder = await mkdtemp(join(tmpdir(), 'dump-'))
  await shell(dump, { folder })
  return {
    restore: () => shell(restore, { folder }).finally(() => rm(folder, { recursive: true })),
  }
}
