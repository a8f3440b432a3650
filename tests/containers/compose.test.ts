import { afterAll, beforeAll, describe } from 'vitest'
import { missingEngine } from '../support/engine.ts'
import { apiThroughNginx } from './api-through-nginx.ts'
import { headers } from './headers.ts'
import { images } from './images.ts'
import { rawThroughNginx } from './raw-through-nginx.ts'
import { signups } from './signups.ts'
import { type Stack, startStack } from './stack.ts'

/** With nothing in the build cache: two `npm ci`, two `apt-get install`. */
const START_LIMIT = 600_000

const missing = missingEngine()
if (missing) process.stdout.write(`Left out: the tests of the whole stack, as ${missing}.\n`)

// One stack for all: what they have in common takes longer than all of them.
describe.skipIf(missing)('docker compose up', () => {
  let stack: Stack | undefined
  const running = (): Stack => {
    if (stack === undefined) throw new Error('The stack is not running.')
    return stack
  }

  beforeAll(async () => {
    stack = await startStack()
  }, START_LIMIT)
  afterAll(() => stack?.remove(), 120_000)

  describe('signups', () => signups(running))
  describe('headers and addresses', () => headers(running))
  describe('images', () => images(running))
  describe('bytes through nginx', () => rawThroughNginx(running))
  describe('the API through nginx', () => apiThroughNginx(running))
})
