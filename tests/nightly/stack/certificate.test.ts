// Runs by day if a change touches nginx/, docker-compose.yml, Dockerfile,
// tests/stack/support/.

import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test as base, expect } from 'vitest'
import type { Stack } from '../../stack/support/stack.ts'
import { describeStack, newStack } from '../../stack/support/test.ts'
import { freePort } from '../../support/ports.ts'
import { certificateAt, requestByTls } from './certificate-visits.ts'

const [httpPort, httpsPort] = [await freePort(), await freePort()]

/** In the containers' network, the site has nginx's own port. */
const SITE_URL = 'https://www.shop.test:8443'

const LOOPBACK = '127.0.0.1'

const [CHECK, RETRY] = ['43200', '900']
const [NINETY_DAYS, SHORT] = ['7776000', '40']

/** Ends the ACME client's pause early, and prints how many seconds it would have lasted. */
const END_PAUSE = `
for process in /proc/[0-9]*; do
  read -r name <"$process/comm" && [ "$name" = sleep ] || continue
  tr '\\0' ' ' <"$process/cmdline" | cut -d ' ' -f 2
  kill "\${process#/proc/}"
done 2>/dev/null; true`

// The tests follow one certificate from its first request to its end, so their order matters.
const test = base.extend(
  'stack',
  { scope: 'file' },
  newStack({
    profiles: ['tls'],
    files: ['tests/nightly/stack/authority/compose.yml'],
    settings: {
      SITE_URL,
      SITE_ALIASES: 'shop.test',
      ACME_SERVER: 'https://acme.shop.test:14000/dir',
      LIFETIME: NINETY_DAYS,
      TLS_DIR: mkdtempSync(join(tmpdir(), 'no-certificate-')),
      TLS_HOST: LOOPBACK,
      HTTP_PORT: String(httpPort),
      HTTPS_PORT: String(httpsPort),
    },
  }),
)

describeStack('a requested certificate', () => {
  const sh = (stack: Stack, service: string, script: string) =>
    stack.compose('exec', '-T', service, 'bash', '-c', script)
  const logs = (stack: Stack, service: string) => stack.compose('logs', '--no-color', service)
  const serial = async () => (await certificateAt(httpsPort)).serialNumber

  const endPause = async (stack: Stack) => {
    let pause = ''
    const end = async () => {
      pause = (await sh(stack, 'certificate', END_PAUSE)).trim()
      return pause
    }
    await expect.poll(end, { interval: 500 }).not.toBe('')
    return pause
  }

  /** Returns how many certificates the ACME server has issued. */
  const issued = async (stack: Stack) =>
    (await logs(stack, 'acme')).match(/Issued certificate serial/g)?.length ?? 0

  const doctor = async (stack: Stack) => {
    const json = await stack
      .waitlist(['doctor', '--json'])
      .catch((error: { stdout: string }) => error.stdout)
    return JSON.parse(json).filter(({ check }: { check: string }) => check === 'certificate')
  }

  test('the first start gets a certificate that browsers trust', async ({ stack }) => {
    // Two containers and the authority start while other test files start theirs.
    const patience = { timeout: 180_000 }
    await expect.poll(() => serial().catch(String), patience).toMatch(/^[0-9A-F]+$/)
    expect(await doctor(stack)).toMatchObject([
      { level: 'ok', found: expect.stringMatching(/ has a certificate valid until 20[\d-]+$/) },
    ])
    const { subjectaltname } = await certificateAt(httpsPort)
    expect(subjectaltname).toBe('DNS:www.shop.test, DNS:shop.test')
  })

  test('another host name is redirected once, with its path', async ({ stack: _started }) => {
    const asked = async (host: string, method: string) => {
      const sent = { path: '/features?a=1', method, headers: { host } }
      const { statusCode, headers } = await requestByTls(httpsPort, sent)
      return [statusCode, headers.location]
    }
    expect(await asked('shop.test', 'GET')).toEqual([301, `${SITE_URL}/features?a=1`])
    expect(await asked('shop.test', 'POST')).toEqual([405, undefined])
    expect(await asked('www.shop.test', 'GET')).toEqual([200, undefined])
  })

  test('neither a restart nor a check requests another certificate', async ({ stack }) => {
    await stack.compose('restart', 'certificate')
    expect(await endPause(stack)).toBe(CHECK)
    expect(await endPause(stack)).toBe(CHECK)
    expect(await issued(stack)).toBe(1)
  })

  test('a certificate is renewed before it expires', async ({ stack }) => {
    await stack.shell('docker compose up --detach --wait acme', {
      settings: { LIFETIME: SHORT },
    })
    // The restarted authority does not know the old account.
    await sh(stack, 'certificate', 'rm -r /var/lib/acme/*')
    const first = await serial()
    await endPause(stack)
    await expect.poll(serial).not.toBe(first)
    const second = await serial()
    const checked = async () => {
      await endPause(stack)
      return serial()
    }
    await expect.poll(checked, { interval: 1_000 }).not.toBe(second)
  }, 400_000)

  test('with ACME down, nginx serves the old certificate and the doctor warns', async ({
    stack,
  }) => {
    await stack.compose('stop', 'acme')
    await expect.poll(() => endPause(stack), { interval: 1_000 }).toBe(RETRY)
    expect(await logs(stack, 'certificate')).toMatch(
      /certificate: No new certificate for www\.shop\.test\. Check that https:\/\/acme\.shop\.test:14000\/dir can be reached .+ in 15 minutes; .+ The reason: .*acme\.shop\.test/,
    )
    expect(await endPause(stack), 'the second retry waits longer').toBe(String(2 * Number(RETRY)))
    // The serial number is read only now, because nginx needs a second or two to load a new certificate.
    const last = await serial()

    await expect
      .poll(() => doctor(stack), { interval: 1_000, timeout: 2_000 * Number(SHORT) })
      .toMatchObject([
        {
          level: 'problem',
          found: expect.stringMatching(/ until 20[\d-]+, which browsers refuse/),
          fix: expect.stringContaining('docker compose logs certificate'),
        },
      ])
    expect(await serial()).toBe(last)
  }, 400_000)

  test('without a certificate, the stack is healthy and refuses TLS', async ({ stack }) => {
    const { shell } = stack
    await shell(`docker compose rm --stop --force nginx-tls certificate
      docker volume rm "$COMPOSE_PROJECT_NAME"_certificate "$COMPOSE_PROJECT_NAME"_acme
      docker compose up --detach --wait --no-deps nginx-tls certificate`)
    const page = await fetch(`http://${LOOPBACK}:${httpPort}/features`)
    expect([page.status, page.headers.get('retry-after')]).toEqual([503, '5'])
    expect(await page.json()).toMatchObject({ code: 'UNAVAILABLE' })
    await expect(serial()).rejects.toThrow()
    expect(await doctor(stack)).toMatchObject([
      { level: 'problem', fix: expect.stringContaining('Point its DNS record to this machine') },
    ])
  })

  test('a host name that points to another server does not get a certificate, and appears in the log', async ({
    stack,
  }) => {
    const { shell } = stack
    await shell('docker compose up --detach --wait acme')
    await shell('docker compose up --detach --wait --no-deps certificate', {
      settings: { SITE_URL: 'https://elsewhere.shop.test' },
    })
    await expect
      .poll(() => logs(stack, 'certificate'))
      .toMatch(
        /No new certificate for elsewhere\.shop\.test\. Point the DNS records of elsewhere\.shop\.test, shop\.test to this machine, and open port 80\. .+ The reason: .*elsewhere\.shop\.test/,
      )
    await shell('docker compose up --detach --wait --no-deps certificate')
    await expect.poll(() => serial().catch(String)).toMatch(/^[0-9A-F]+$/)
  }, 400_000)
})
