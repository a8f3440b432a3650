import { execFileSync } from 'node:child_process'
import { describe, expect, test } from 'vitest'
import { ConfigError, readConfig, readOwnerConfig } from '../../api/src/config.ts'
import { defaults } from '../../web/content/brand.ts'
import { readBrand } from '../../web/content/brand-settings.ts'
import { ROOT } from '../support/repository.ts'

const problemsOf = (env: Record<string, string>): readonly string[] => {
  try {
    readConfig(env, { database: true })
    return []
  } catch (error) {
    if (error instanceof ConfigError) return error.problems
    throw error
  }
}

const DATABASE_URL = 'postgres://newPerson:secret@db/waitlist'

describe('settings', () => {
  test('all settings are optional where a database is started for them', () => {
    expect(readConfig({})).toMatchObject({
      port: 8080,
      host: '127.0.0.1',
      databaseUrl: undefined,
      metricsPort: undefined,
      rateLimit: { max: 30, windowMs: 600_000 },
      trustProxy: [],
      corsOrigins: [],
    })
  })

  test('an empty setting counts as unset, because compose files pass on unset ones as empty', () => {
    expect(readConfig({ PORT: '', HOST: ' ', TRUST_PROXY: '' })).toEqual(readConfig({}))
  })

  test('each setting is read into its own type', () => {
    const env = {
      DATABASE_URL,
      PORT: '9090',
      HOST: '0.0.0.0',
      METRICS_PORT: '9464',
      RATE_LIMIT_WINDOW: '90 seconds',
      TRUST_PROXY: '10.0.0.0/8, fd00::/8,192.0.2.1',
      CORS_ORIGIN: 'https://a.example,http://localhost:3000',
    }
    expect(readConfig(env, { database: true })).toMatchObject({
      databaseUrl: DATABASE_URL,
      metricsPort: 9464,
      port: 9090,
      host: '0.0.0.0',
      rateLimit: { max: 30, windowMs: 90_000 },
      trustProxy: ['10.0.0.0/8', 'fd00::/8', '192.0.2.1'],
      corsOrigins: ['https://a.example', 'http://localhost:3000'],
    })
  })

  test.each([
    ['DATABASE_URL', ['postgres://a@b/c', 'postgresql://a:b@c:5432/d?sslmode=require']],
    ['REDIS_URL', ['redis://localhost', 'rediss://user:secret@cache.example:6380/1']],
  ])('%s is accepted in the forms that hosting companies give', (name, values) => {
    for (const value of values) expect(problemsOf({ DATABASE_URL, [name]: value })).toEqual([])
  })

  test.each([
    ['PORT', ['0', '65536', '80.5', 'http', '-1', '1e3', '0x50', '١']],
    ['METRICS_PORT', ['0', '65536', 'on', '8080']],
    ['HOST', ['not a host', 'http://localhost', '-a', 'a.', 'a'.repeat(255)]],
    ['DATABASE_URL', ['localhost', 'mysql://localhost/x']],
    ['RATE_LIMIT_MAX', ['0', '-5', 'many', '1000001']],
    ['RATE_LIMIT_WINDOW', ['10', 'soon', '0 minutes', '10 fortnights', '-1 minute']],
    ['REDIS_URL', ['localhost:6379', 'http://localhost']],
    ['TRUST_PROXY', ['true', '0.0.0.0/0', '::/0', '10.0.0.0/33', '::1, proxy']],
    ['CORS_ORIGIN', ['*', 'example.com', 'https://a.example/path', 'https://a.example, b']],
    ['LOG_LEVEL', ['loud', 'INFO']],
  ])('a wrong %s is refused with its name and what is expected', (name, values) => {
    for (const value of values) {
      const [problem, ...others] = problemsOf({ DATABASE_URL, [name]: value })
      expect(problem, value).toMatch(new RegExp(`^${name}: expected .+`))
      expect(others).toEqual([])
    }
  })

  test('wrong settings end the process with all of them on the screen, without a password', () => {
    const wrong = { PORT: 'x', DATABASE_URL: 'http://u:secret@db', LOG_LEVEL: 'loud' }
    const run = () =>
      execFileSync(process.execPath, ['api/src/server.ts'], {
        cwd: ROOT,
        env: { PATH: process.env['PATH'], ...wrong },
        encoding: 'utf8',
        stdio: 'pipe',
      })
    expect(run).toThrow(
      expect.objectContaining({
        status: 1,
        stderr: expect.stringMatching(/PORT: [\s\S]*DATABASE_URL: [\s\S]*LOG_LEVEL: /),
      }),
    )
    expect(run).not.toThrow(/secret/)
  })
})

describe('the settings of the program and of the migrations', () => {
  const OWNER_URL = 'postgres://owner:hidden@db/waitlist'

  test('DATABASE_OWNER_URL wins over DATABASE_URL, which stands in for it', () => {
    expect(readOwnerConfig({ DATABASE_URL }).ownerUrl).toBe(DATABASE_URL)
    const both = { DATABASE_URL, DATABASE_OWNER_URL: OWNER_URL }
    expect(readOwnerConfig(both).ownerUrl).toBe(OWNER_URL)
  })

  test('a wrong URL of the owner is refused by its name, without its password', () => {
    const read = () => readOwnerConfig({ DATABASE_OWNER_URL: 'mysql://owner:hidden@db' })
    expect(read).toThrow(/DATABASE_OWNER_URL: expected /)
    expect(read).not.toThrow(/hidden/)
  })
})

describe('the brand', () => {
  test('the brand is read from the settings, and an empty setting counts as unset', () => {
    expect(readBrand({ BRAND_NAME: '', SITE_URL: 'https://nova.example/' }, defaults)).toEqual({
      ...readBrand({}, defaults),
      origin: 'https://nova.example',
    })
  })

  const addresses = ['nova', 'nova @shop.example', '<nova@shop.example>', 'a@b@shop.example']
  const links = ['shop.example', 'ftp://shop.example', 'javascript:alert(1)', 'https://a.example/"']
  test.each([
    ['BRAND_NAME', ['<b>Nova</b>', '{Nova}', 'N'.repeat(41)]],
    ['SITE_URL', links],
    ['BRAND_SUPPORT_EMAIL', addresses],
    ['BRAND_PRIVACY_EMAIL', addresses],
    ['BRAND_INSTAGRAM_URL', links],
    ['BRAND_LINKEDIN_URL', links],
    ['BRAND_PRODUCT_HUNT_URL', links],
    ['BRAND_PRODUCT_HUNT_BADGE_URL', links],
  ])('a wrong %s is refused with its name and an example', (name, values) => {
    for (const value of values) {
      expect(() => readBrand({ [name]: value }, defaults)).toThrow(`  ${name}=${value} (like `)
    }
  })
})
