import { describe } from 'vitest'
import { missingEngine } from '../support/engine.ts'
import { clickThrough } from './click-through.ts'
import { gracefulStop } from './graceful-stop.ts'
import { http3 } from './http3.ts'
import { observatory } from './observatory.ts'
import { realAddress } from './real-address.ts'
import { renewal } from './renewal.ts'
import { startSecureStack } from './secure-stack.ts'
import { settings } from './settings.ts'
import { tls } from './tls.ts'
import { useStack } from './use-stack.ts'

describe.skipIf(missingEngine())('docker compose up, with TLS and behind a proxy', () => {
  const running = useStack(startSecureStack)

  describe('TLS', () => tls(running))
  describe('HTTP/3', () => http3(running))
  describe('a renewal', () => renewal(running))
  describe('the HTTP Observatory', () => observatory(running))
  describe('policies in a browser', () => clickThrough(running))
  describe('behind a proxy', () => realAddress(running))
  describe('settings that cannot be used', () => settings(running))
  describe('a stop', () => gracefulStop(running))
})
