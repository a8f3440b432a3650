import { expect } from 'vitest'
import type { Stack } from '../support/stack.ts'
import { runIn } from '../support/stack.ts'
import { describeStack, test } from '../support/test.ts'

/** Postgres's errors for a wrong password, and for an account that is not the role's. */
const [WRONG_PASSWORD, WRONG_ACCOUNT] = ['28P01', '28000']

describeStack('the credentials of the services', () => {
  /** Asks in a container whether a role is a superuser. Returns the error's code if it cannot log in. */
  const isSuperuser = (stack: Stack, service: 'api' | 'worker', url: string) =>
    runIn<unknown>(
      stack,
      service,
      `import { readFileSync } from 'node:fs'
       import pg from 'pg'
       const password = () => readFileSync(process.env.API_PASSFILE, 'utf8').trim().split(':')[4]
       const client = new pg.Client({ connectionString: ${url} })
       const result = await client.connect()
         .then(() => client.query('SELECT rolsuper FROM pg_roles WHERE rolname = current_user'))
         .then(({ rows }) => rows[0].rolsuper, ({ code }) => code)
       console.log(JSON.stringify(result))
       process.exit()`,
    )

  test('the API can log in only as its own role', async ({ stack }) => {
    for (const [role, result] of [
      ['waitlist_api', false],
      ['waitlist_owner', WRONG_PASSWORD],
      ['waitlist', WRONG_PASSWORD],
    ] as const) {
      const url = `\`postgres://${role}:\${password()}@db/waitlist\``
      expect(await isSuperuser(stack, 'api', url), role).toBe(result)
    }
    const list = ['sh', '-c', 'ls -d /run/postgresql 2>/dev/null || true']
    expect(await stack.compose('exec', '-T', 'api', ...list), 'the way without password').toBe('')
  })

  test('the worker can log in only as the tables’ owner, not as a superuser', async ({ stack }) => {
    for (const [role, result] of [
      ['waitlist_owner', false],
      ['waitlist_api', WRONG_ACCOUNT],
      ['waitlist', WRONG_ACCOUNT],
    ] as const) {
      const url = `process.env.DATABASE_OWNER_URL.replace('waitlist_owner', '${role}')`
      expect(await isSuperuser(stack, 'worker', url), role).toBe(result)
    }
  })

  test('only five services mount the database’s socket, and only two mount the API’s password', async ({
    stack,
  }) => {
    const config = await stack.compose('--profile', '*', 'config', '--format', 'json')
    const services = Object.entries<Service>(JSON.parse(config).services)
    const mounting = (volume: string) =>
      services
        .filter(([, { volumes = [] }]) => volumes.some(({ source }) => source === volume))
        .map(([name]) => name)
    expect(mounting('api-secret')).toEqual(['api', 'migrate'])
    expect(mounting('db-socket')).toEqual(['db', 'migrate', 'owner', 'waitlist', 'worker'])
  })
})

/** A service in the output of `docker compose config`. */
interface Service {
  readonly volumes?: readonly { readonly source: string }[]
}
