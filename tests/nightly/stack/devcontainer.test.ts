// Guards devcontainer.
// Runs by day if a change touches .devcontainer/, .npmrc.

import { execFile } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, onTestFinished } from 'vitest'
import { describeStack, test } from '../../stack/support/test.ts'
import { ROOT } from '../../support/repository.ts'

const run = promisify(execFile)

describeStack('the development container', () => {
  test('installs the project, starts the site and runs tests with a browser and a database', async () => {
    const { build, remoteUser, postCreateCommand } = JSON.parse(
      readFileSync(join(ROOT, '.devcontainer/devcontainer.json'), 'utf8'),
    )
    const folder = join(ROOT, '.devcontainer')
    const file = join(folder, build.dockerfile)
    const { stdout } = await run('docker', ['build', '--quiet', '--file', file, folder])
    const image = stdout.trim()
    const name = `devcontainer-${randomUUID()}`
    onTestFinished(async () => {
      await run('docker', ['rm', '--force', '--volumes', name])
      await run('docker', ['rmi', image])
    })
    await run('docker', ['run', '--detach', '--name', name, image, 'sleep', 'infinity'])
    const inside = (command: string, user = remoteUser) =>
      run('docker', ['exec', '--user', user, '--workdir', '/work', name, 'bash', '-c', command])

    await run('docker', ['exec', '--user', 'root', name, 'install', '-d', '-o', 'node', '/work'])
    // what Git knows, with changes that are not committed yet
    await run(
      'bash',
      [
        '-c',
        `git ls-files -z --cached --others --exclude-standard | xargs -0 ls -d 2>/dev/null |
       tar --create --files-from - | docker exec --interactive --user ${remoteUser} ${name} tar --extract --directory /work`,
      ],
      { cwd: ROOT },
    )
    await inside(postCreateCommand)
    const started = await inside(".ci/start-and-join 'npm start'")
    expect(started.stdout).toContain('Joined, and nothing is left running.')
    const tests = await inside('npm test -- local/start browser/ui/tooltip')
    expect(tests.stdout).toMatch(/^ +\d+ passed/m)
    expect(tests.stdout).toMatch(/Test Files .*\d passed/)
  }, 900_000)
})
