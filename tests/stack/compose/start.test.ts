import { expect, test } from 'vitest'
import { describeStack, useBuiltStack } from '../../support/stack/use-stack.ts'

/** A container in the output of `docker inspect`. */
interface Container {
  readonly Config: { readonly Labels: Readonly<Record<string, string>> }
  readonly State: {
    readonly Status: string
    readonly ExitCode: number
    readonly StartedAt: string
    readonly FinishedAt: string
    readonly Health?: {
      readonly Status: string
      readonly Log: readonly { readonly End: string; readonly ExitCode: number }[]
    }
  }
}

describeStack('starting the stack', () => {
  const running = useBuiltStack()

  const inspect = async () => {
    const output = await running().shell('docker inspect $(docker compose ps --all --quiet)')
    return new Map(
      (JSON.parse(output) as Container[]).map(({ Config, State }) => [
        Config.Labels['com.docker.compose.service'],
        State,
      ]),
    )
  }

  test('without data, `up --wait` ends when all services are healthy, each after those that it needs', async () => {
    await running().compose('up', '--detach', '--wait')
    const states = await inspect()
    const told = [...states].map(([name, { Status, ExitCode, Health }]) => [
      name,
      Health?.Status ?? (Status === 'exited' ? ExitCode : Status),
    ])
    expect(Object.fromEntries(told)).toEqual({
      db: 'healthy',
      migrate: 0,
      api: 'healthy',
      worker: 'running',
      site: 0,
      nginx: 'healthy',
    })

    const time = (text = '') => new Date(text).getTime()
    const started = (name: string) => time(states.get(name)?.StartedAt)
    const ended = (name: string) => time(states.get(name)?.FinishedAt)
    const healthy = states.get('db')?.Health?.Log.find(({ ExitCode }) => ExitCode === 0)
    expect(started('migrate')).toBeGreaterThanOrEqual(time(healthy?.End))
    for (const name of ['api', 'worker']) {
      expect(started(name), name).toBeGreaterThanOrEqual(ended('migrate'))
    }
    expect(started('nginx')).toBeGreaterThanOrEqual(Math.max(ended('site'), started('api')))
  })
})
