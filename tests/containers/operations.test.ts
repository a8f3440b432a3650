import { describe } from 'vitest'
import { missingEngine } from '../support/engine.ts'
import { backup } from './backup.ts'
import { list } from './list.ts'
import { reboot } from './reboot.ts'
import { buildStack } from './stack.ts'
import { start } from './start.ts'
import { upgrade } from './upgrade.ts'
import { useStack } from './use-stack.ts'

// In this order: each goes on where the one before has ended.
describe.skipIf(missingEngine())('what an operator does', () => {
  const running = useStack(() => buildStack({ settings: { RATE_LIMIT_MAX: '1000000' } }))

  describe('start', () => start(running))
  describe('the list', () => list(running))
  describe('upgrade', () => upgrade(running))
  describe('reboot', () => reboot(running))
  describe('backup', () => backup(running))
})
