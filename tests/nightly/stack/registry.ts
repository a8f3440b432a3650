import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import getPort from 'get-port'
import { expect } from 'vitest'
import { findOnPath } from '../../support/on-path.ts'

const program = findOnPath('docker-registry')

/** The reason why this machine can keep no registry, or undefined if it can. */
export const missingRegistry =
  program === undefined ? 'there is no docker-registry on the PATH' : undefined

/** A registry of images on this machine. */
export async function startRegistry() {
  if (program === undefined) throw new Error(missingRegistry)
  const folder = await mkdtemp(join(tmpdir(), 'registry-'))
  // An engine needs no TLS for a registry on its own machine.
  const host = `127.0.0.1:${await getPort()}`
  const config = join(folder, 'config.json')
  const storage = { filesystem: { rootdirectory: join(folder, 'images') } }
  await writeFile(config, JSON.stringify({ version: 0.1, storage, http: { addr: host } }))
  const child = spawn(program, ['serve', config], {
    stdio: 'ignore',
    env: { OTEL_TRACES_EXPORTER: 'none' },
  })
  await expect
    .poll(() =>
      fetch(`http://${host}/v2/`).then(
        ({ ok }) => ok,
        () => false,
      ),
    )
    .toBe(true)
  return {
    host,
    async stop(): Promise<void> {
      const ended = once(child, 'exit')
      child.kill()
      await ended
      await rm(folder, { recursive: true })
    },
  }
}
