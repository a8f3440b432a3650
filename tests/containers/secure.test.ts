import { afterAll, beforeAll, describe } from 'vitest'
import { missingEngine } from '../support/engine.ts'
import { clickThrough } from './click-through.ts'
import { gracefulStop } from './graceful-stop.ts'
import { observatory } from './observatory.ts'
import { realAddress } from './real-address.ts'
import { type SecureStack, startSecureStack } from './secure-stack.ts'
import { settings } from './settings.ts'
import { tls } from './tls.ts'

/** As in compose.test.ts, and an image more. */
const START_LIMIT = 600_000

const missing = missingEngine()

describe.skipIf(missing)('docker compose up, with TLS and behind a proxy', () => {
  let stack: SecureStack | undefined
  const running = (): SecureStack => {
    if (stack === undefined) throw new Error('The stack is not running.')
    return stack
  }

  beforeAll(async () => {
    stack = await startSecureStack()
  }, START_LIMIT)
  afterAll(() => stack?.remove(), 120_000)

  describe('TLS', () => tls(running))
  describe('the HTTP Observatory', () => observatory(running))
  describe('policies in a browser', () => clickThrough(running))
  describe('behind a proxy', () => realAddress(running))
  describe('settings that cannot be used', () => settings(running))
  describe('a stop', () => gracefulStop(running))
})
