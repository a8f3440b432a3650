import { afterAll, beforeAll, describe } from 'vitest'
import { missingEngine } from '../support/engine.ts'
import { backup } from './backup.ts'
import { reboot } from './reboot.ts'
import { openStack, type Stack } from './stack.ts'
import { start } from './start.ts'
import { upgrade } from './upgrade.ts'

/** With nothing in the build cache: two `npm ci`, two `apt-get install`. */
const BUILD_LIMIT = 600_000

// One stack for all, in this order: each goes on where the one before has ended.
describe.skipIf(missingEngine())('what an operator does', () => {
  let stack: Stack | undefined
  const running = (): Stack => {
    if (stack === undefined) throw new Error('There is no stack.')
    return stack
  }

  beforeAll(async () => {
    stack = await openStack({ settings: { RATE_LIMIT_MAX: '1000000' } })
    await stack.compose('build')
  }, BUILD_LIMIT)
  afterAll(() => stack?.remove(), 120_000)

  describe('start', () => start(running))
  describe('upgrade', () => upgrade(running))
  describe('reboot', () => reboot(running))
  describe('backup', () => backup(running))
})
