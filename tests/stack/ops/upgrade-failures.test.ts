import { expect, test } from 'vitest'
import { upgrades } from '../../support/stack/upgrade.ts'
import { describeStack, useOwnBuild } from '../../support/stack/use-stack.ts'

describeStack('an upgrade that cannot succeed', () => {
  // Compose labels an image with its project: an upgrade would replace a borrowed image of nginx.
  const running = useOwnBuild({ settings: { RATE_LIMIT_MAX: '1000000' } })
  const { containers, upgrade, whileVisited } = upgrades(running)

  /** Upgrades until a step begins, and then sends a signal to all processes of the upgrade. */
  const interrupt = (signal: string, step: string) =>
    running().shell(
      `set -m
      log=$(mktemp)
      ./waitlist upgrade >"$log" 2>&1 &
      until grep -q 'upgrade: ${step}' "$log"; do kill -0 $!; sleep 0.1; done
      sleep 1
      kill -${signal} -- -$!
      wait $! || cat "$log"
      rm "$log"`,
    )

  test.each([
    ['nginx', 'REAL_IP_FROM', { REAL_IP_FROM: '203.0.113.0/33' }],
    ['nginx with TLS', 'HTTP3', { COMPOSE_PROFILES: 'tls', HTTP3: 'yes' }],
    ['the API', 'RATE_LIMIT_MAX', { RATE_LIMIT_MAX: 'many' }],
  ])(
    'an upgrade to a setting that %s cannot use names %s and changes nothing',
    async (_, named, settings) => {
      const before = await containers()
      await whileVisited(async () => {
        const { stdout, stderr } = await upgrade({ settings }).then(
          () => expect.unreachable('The upgrade succeeded.'),
          (error: { stdout: string; stderr: string }) => error,
        )
        expect(stdout + stderr).toContain(named)
      })
      expect(await containers()).toEqual(before)
    },
    180_000,
  )

  test.each(['build', 'start'])(
    'Ctrl-C in the step "%s" of an upgrade leaves the old version running',
    async (step) => {
      const before = await containers()
      await whileVisited(async () => {
        expect(await interrupt('INT', step)).toMatch(/the old version is running/i)
      })
      expect(await containers()).toEqual(before)
    },
    120_000,
  )

  test('an upgrade succeeds after one that was killed', async () => {
    await whileVisited(async () => {
      await interrupt('KILL', 'start')
      await upgrade()
    })
    expect(await containers()).toHaveLength(3)
  })

  test('an upgrade removes the APIs that an earlier upgrade left broken or stopped', async () => {
    const broken = { settings: { RATE_LIMIT_MAX: 'many' } }
    await running().shell('docker compose up --detach --no-recreate --scale api=3 api', broken)
    expect(await containers(), 'one working and two restarting APIs').toHaveLength(5)
    await running().shell('docker stop "$(docker compose ps --quiet api | tail -n 1)"')
    await whileVisited(() => upgrade())
    expect(await containers()).toHaveLength(3)
    const all = await running().shell('docker compose ps --all --quiet api')
    expect(all.trim().split('\n'), 'APIs, running or not').toHaveLength(1)
  })
})
