// Guards services.

import { expect } from 'vitest'
import { describeStack, test } from '../../support/fixtures/stack.ts'

describeStack('starting the stack', () => {
  test('without data, `up --wait` ends when all services are healthy, each after those that it needs', async ({
    stack,
  }) => {
    const states = new Map(
      stack.first.map(({ Config, State }) => [Config.Labels['com.docker.compose.service'], State]),
    )
    const told = [...states].map(([name, { Status, ExitCode, Health }]) => [
      name,
      Health?.Status ?? (Status === 'exited' ? ExitCode : Status),
    ])
    expect(Object.fromEntries(told)).toEqual({
      db: 'healthy',
      owner: 0,
      migrate: 0,
      api: 'healthy',
      worker: 'running',
      site: 0,
      nginx: 'healthy',
    })

    const time = (text = '') => new Date(text).getTime()
    const started = (name: string) => time(states.get(name)?.StartedAt)
    const ended = (name: string) => time(states.get(name)?.FinishedAt)
    // Docker forgets when the database became healthy, so this is what Compose waits for.
    const { services } = JSON.parse(await stack.compose('config', '--format', 'json'))
    expect(services.owner.depends_on.db).toMatchObject({ condition: 'service_healthy' })
    expect(started('owner')).toBeGreaterThanOrEqual(started('db'))
    expect(started('migrate')).toBeGreaterThanOrEqual(ended('owner'))
    for (const name of ['api', 'worker']) {
      expect(started(name), name).toBeGreaterThanOrEqual(ended('migrate'))
    }
    expect(started('nginx')).toBeGreaterThanOrEqual(Math.max(ended('site'), started('api')))
  })
})
