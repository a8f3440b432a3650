import { expect } from 'vitest'
import type { Stack } from '../support/stack.ts'
import { describeStack, test } from '../support/test.ts'

describeStack('publishing a release', () => {
  /** Runs commands in a new container of the site, and returns the last lines that they print. */
  const publishing = async (stack: Stack, ...commands: string[]) => {
    const container = 'docker run --rm --interactive --user root --tmpfs /srv/releases'
    const shell = `${container} "$COMPOSE_PROJECT_NAME-site" sh -eu`
    const input = ['PATH=$PATH:/etc/nginx', 'cd /srv/releases', ...commands]
    return (await stack.shell(shell, { input: input.join('\n') })).trim().split('\n')
  }
  const age = (days: number, names: string) => `touch --date '${days} days ago' ${names}`

  test('publish keeps the replaced release’s assets and can switch back to it', async ({
    stack,
  }) => {
    const found = await publishing(
      stack,
      'touch /srv/site/assets/earlier.js',
      age(40, '/srv/site/assets/*'),
      'publish',
      'first=$(readlink current)',
      'rm /srv/site/assets/earlier.js',
      'publish',
      'ls assets/earlier.js',
      age(40, '"$first"'),
      'touch /srv/site/assets/earlier.js',
      'publish',
      'test "$(readlink current)" = "$first"',
      'ls current/site/index.html',
    )
    expect(found).toEqual(['assets/earlier.js', 'current/site/index.html'])
  })

  test('publish deletes releases and assets older than 30 days', async ({ stack }) => {
    const left = await publishing(
      stack,
      'publish',
      'mkdir old recent',
      'touch assets/old.js assets/recent.js',
      age(40, 'old assets/old.js "$(readlink current)"'),
      age(29, 'recent assets/recent.js'),
      'mv "$(readlink current)" served',
      'ln -sfn served current',
      'touch /srv/site/next.html',
      'publish',
      'ls -d old recent served assets/old.js assets/recent.js 2>/dev/null || true',
    )
    expect(left).toEqual(['assets/recent.js', 'recent', 'served'])
  })
})
