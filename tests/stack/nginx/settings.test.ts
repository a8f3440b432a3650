// Guards settings.

import { expect } from 'vitest'

import { describeStack, test } from '../../support/fixtures/stack.ts'

const START = '/srv/releases/current/nginx/start.sh -t'

describeStack('the settings of nginx', () => {
  test.for([
    ['REAL_IP_FROM=10.0.0.0/33', "REAL_IP_FROM has '10.0.0.0/33', which is no address"],
    ['REAL_IP_FROM=10.0.0.1; return 200', "REAL_IP_FROM has '10.0.0.1;', which is no address"],
    ['REAL_IP_FROM=0.0.0.0/0', "REAL_IP_FROM has '0.0.0.0/0', which is everybody"],
    ['REAL_IP_FROM=10.0.0.1, 127.0.0.1', "REAL_IP_FROM has '127.0.0.1', which is this container"],
    ['REAL_IP_HEADER=X-Real-IP; a', "REAL_IP_HEADER is 'X-Real-IP; a', which is no header's name"],
    ['API_REQUESTS_PER_SECOND=0', "API_REQUESTS_PER_SECOND is '0', which is no whole number"],
    ['HTTPS_PORT=65536', "HTTPS_PORT is '65536', which is no port"],
    ['TLS=yes', "TLS is 'yes', neither on nor off"],
    ['SITE_URL=https://a"b', `SITE_ALIASES redirects to SITE_URL, which is 'https://a"b'`],
    ['SITE_ALIASES=a.test; return 200', "SITE_ALIASES has 'a.test;', which is no host name"],
    ['SITE_ALIASES=b.test, WWW.a.test', "SITE_ALIASES has 'WWW.a.test', which is the name in"],
    ['HTTP3=yes', "HTTP3 is 'yes', neither on nor off"],
  ] as const)(
    'nginx does not start with %s and says why',
    async ([setting, sentence], { stack }) => {
      // REAL_IP_HEADER is only read beside REAL_IP_FROM, and SITE_URL beside SITE_ALIASES.
      const others = ['REAL_IP_FROM=fd00::1', 'SITE_URL=https://www.a.test', 'SITE_ALIASES=a.test']
      const settings = [...others, setting].flatMap((one) => ['--env', one])
      const start = stack.compose('exec', '-T', ...settings, 'nginx', ...START.split(' '))
      await expect(start).rejects.toMatchObject({
        code: 1,
        stderr: expect.stringContaining(`nginx is not started: ${sentence}`),
      })
    },
  )
})
