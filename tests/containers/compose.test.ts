import { describe } from 'vitest'
import { missingEngine } from '../support/engine.ts'
import { apiThroughNginx } from './api-through-nginx.ts'
import { credentials } from './credentials.ts'
import { headers } from './headers.ts'
import { images } from './images.ts'
import { initialWindow } from './initial-window.ts'
import { rawThroughNginx } from './raw-through-nginx.ts'
import { releases } from './releases.ts'
import { signups } from './signups.ts'
import { slowThroughNginx } from './slow-through-nginx.ts'
import { startStack } from './stack.ts'
import { useStack } from './use-stack.ts'

const missing = missingEngine()
if (missing) process.stdout.write(`Left out: the tests of the whole stack, as ${missing}.\n`)

describe.skipIf(missing)('docker compose up', () => {
  const running = useStack(startStack)

  describe('signups', () => signups(running))
  describe('credentials', () => credentials(running))
  describe('headers and addresses', () => headers(running))
  describe('pages', () => initialWindow(running))
  describe('images', () => images(running))
  describe('releases', () => releases(running))
  describe('bytes through nginx', () => rawThroughNginx(running))
  describe('slow senders through nginx', () => slowThroughNginx(running))
  describe('the API through nginx', () => apiThroughNginx(running))
})
