import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readmeCommands } from '../support/readme.ts'
import type { Stack } from './stack.ts'

/** A dump of a stack's database, by the README's commands. */
export interface Dump {
  readonly file: string
  /** Takes another one over it. */
  again(): Promise<unknown>
  /** Puts it in the place of what is there, by the README's commands. */
  restore(): Promise<unknown>
  /** Brings back who was there before it was restored, by the README's commands. */
  bringBack(): Promise<string>
}

/** @param after - takes what tidies up, once nobody restores the dump any more */
export async function takeDump(
  { shell }: Stack,
  after: (tidy: () => Promise<void>) => void,
): Promise<Dump> {
  const [dump = '', restore = '', bringBack = ''] = readmeCommands('Backup and restore')
  const folder = await mkdtemp(join(tmpdir(), 'dump-'))
  after(() => rm(folder, { recursive: true }))
  const again = () => shell(dump, { folder })
  await again()
  return {
    file: join(folder, 'waitlist.dump'),
    again,
    restore: () => shell(restore, { folder }),
    bringBack: () => shell(bringBack),
  }
}
