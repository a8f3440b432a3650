import { expect, test } from 'vitest'
import { describeStack, useBuiltStack } from '../support/stack/use-stack.ts'

/** The promise for a machine with built images that is otherwise idle. In seconds. */
const PROMISE = 10

/**
 * A busy machine may take as long as this many containers that only print Node's version.
 * Measured: 5 to 8, and up to 13 beside other starts.
 */
const CONTAINERS = 15

const ATTEMPTS = 3

describeStack('starting the stack', () => {
  const running = useBuiltStack()

  const seconds = async (...command: string[]) => {
    const before = performance.now()
    await running().compose(...command)
    return (performance.now() - before) / 1000
  }

  test('with built images and no data, every service is healthy within 10 s', async () => {
    const starts: string[] = []
    for (let attempt = 1; attempt <= ATTEMPTS; attempt += 1) {
      await running().compose('down', '--volumes', '--timeout', '0')
      const took = await seconds('up', '--detach', '--wait')
      if (took < PROMISE) return
      const container = await seconds('run', '--rm', '--no-deps', 'api', 'node', '--version')
      const bound = CONTAINERS * container
      if (took < bound) return
      starts.push(`${took.toFixed(1)} s instead of ${bound.toFixed(1)} s`)
    }
    expect.unreachable(`Cold starts took ${starts.join(', ')}.`)
  }, 180_000)
})
