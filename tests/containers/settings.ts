import { describe, expect, test } from 'vitest'
import type { SecureStack } from './secure-stack.ts'

const TLS = ['TLS=on']

/** What nginx's container says when it cannot use its settings. */
export function settings(running: () => SecureStack): void {
  /** Starts nginx once more, with other settings, and returns what it wrote before it ended. */
  const start = async (variables: readonly string[], ...options: string[]) => {
    const flags = variables.flatMap((variable) => ['--env', variable])
    const once = ['run', '--rm', '--no-deps', '-T', ...flags, ...options, 'nginx']
    const ended = await running()
      .compose(...once)
      .then(
        () => ({ code: 0, stderr: '' }),
        (error: { code: number; stderr: string }) => error,
      )
    return { code: ended.code, said: ended.stderr.trim().split('\n').at(-1) }
  }

  test.each([
    ['REAL_IP_FROM=10.0.0.0/33', "REAL_IP_FROM has '10.0.0.0/33', which is no address"],
    ['REAL_IP_FROM=10.0.0.1, cdn.example', "REAL_IP_FROM has 'cdn.example', which is no address"],
    ['REAL_IP_FROM=10.0.0.1; return 200', "REAL_IP_FROM has '10.0.0.1;', which is no address"],
    ['REAL_IP_FROM=fd00::/129', "REAL_IP_FROM has 'fd00::/129', which is no address"],
    ['REAL_IP_FROM=256.0.0.1', "REAL_IP_FROM has '256.0.0.1', which is no address"],
    ['REAL_IP_FROM=0.0.0.0/0', "REAL_IP_FROM has '0.0.0.0/0', which is everybody"],
    ['REAL_IP_FROM=::/0', "REAL_IP_FROM has '::/0', which is everybody"],
    ['REAL_IP_FROM=10.0.0.1, 127.0.0.1', "REAL_IP_FROM has '127.0.0.1', which is this container"],
    ['REAL_IP_FROM=127.0.0.0/8', "REAL_IP_FROM has '127.0.0.0/8', which is this container"],
    ['REAL_IP_FROM=::1', "REAL_IP_FROM has '::1', which is this container"],
    ['REAL_IP_FROM=0:0:0:0:0:0:0:1', "REAL_IP_FROM has '0:0:0:0:0:0:0:1', which is this container"],
    ['API_REQUESTS_PER_SECOND=0', "API_REQUESTS_PER_SECOND is '0', which is no whole number"],
    ['API_REQUESTS_PER_SECOND=1r/s;', "API_REQUESTS_PER_SECOND is '1r/s;', which is no whole"],
    ['API_REQUESTS_PER_SECOND=100001', "API_REQUESTS_PER_SECOND is '100001', which is no whole"],
    ['HTTPS_PORT=65536', "HTTPS_PORT is '65536', which is no port"],
    ['TLS=yes', "TLS is 'yes', neither on nor off"],
  ])('%s ends it with a sentence', async (variable, sentence) => {
    const { code, said } = await start([variable])
    expect(code).toBe(1)
    expect(said).toContain(`nginx is not started: ${sentence}`)
  })

  test.each(['X-Real-IP; a', 'proxy_protocol'])(
    'so does the name of a header that is none: %s',
    async (header) => {
      const { code, said } = await start(['REAL_IP_FROM=fd00::1', `REAL_IP_HEADER=${header}`])
      expect(code).toBe(1)
      expect(said).toContain(`REAL_IP_HEADER is '${header}', which is no header's name`)
    },
  )

  describe('a certificate', () => {
    test('that is missing ends it with a sentence', async () => {
      const { code, said } = await start(TLS)
      expect(code).toBe(1)
      expect(said).toContain('/run/tls/fullchain.pem is missing or empty. TLS_DIR names')
    })

    test('that cannot be read ends it with a sentence', async () => {
      const { code, said } = await start(
        TLS,
        '--volume',
        `${running().certificates}/unreadable:/run/tls:ro`,
      )
      expect(code).toBe(1)
      expect(said).toContain('/run/tls/privkey.pem cannot be read by user 10001')
    })
  })
}
