// Guards superuser.

import { expect } from 'vitest'
import { describeStack, test } from '../../support/fixtures/stack.ts'
import { psql, type Stack } from '../../support/stack/stack.ts'

describeStack('the credentials of the services', () => {
  const api = (stack: Stack, ...command: string[]) => stack.compose('exec', '-T', 'api', ...command)
  const node = (script: string) => ['node', '--input-type=module', '--eval', script]
  /** Prints the first row, or the error's code. */
  const connect = (url: string, sql: string) => `
    const { default: pg } = await import('pg')
    const client = new pg.Client({ connectionString: ${url} })
    client.connect()
      .then(() => client.query({ text: ${JSON.stringify(sql)}, rowMode: 'array' }))
      .then(({ rows }) => rows.at(0)?.join(), ({ code }) => code)
      .then((result) => { console.log(result); process.exit() })`
  /** Connects from the API's container. */
  const query = async (stack: Stack, url: string, sql: string) => {
    const password = `
      const { readFileSync } = await import('node:fs')
      const [, , , , password] = readFileSync(process.env.API_PASSFILE, 'utf8').trim().split(':')`
    return (await api(stack, ...node(password + connect(url, sql)))).trim()
  }
  const own = "process.env.DATABASE_URL.replace('@', ':' + password + '@')"
  /** Connects from a container that mounts the socket. */
  const bySocket = async (stack: Stack, role: string, sql: string) => {
    const url = `process.env.DATABASE_OWNER_URL.replace(/user=\\w+/, ${JSON.stringify(`user=${role}`)})`
    return (await stack.compose('exec', '-T', 'worker', ...node(connect(url, sql)))).trim()
  }

  test('the API can log in, and can read no person, neither in a table nor in the view', async ({
    stack,
  }) => {
    expect(await query(stack, own, 'SELECT min(name) FROM pgmigrations')).toBe('0001_waitlist')
    for (const table of ['inbox', 'people', 'quarantine', 'waitlist']) {
      expect(await query(stack, own, `SELECT email FROM ${table}`), table).toBe('42501')
    }
  })

  test('the API cannot log in as the owner', async ({ stack }) => {
    // The only password in its reach is the one of its own role.
    for (const role of ['waitlist', 'waitlist_owner']) {
      const guess = `'postgres://${role}:' + password + '@db/waitlist'`
      expect(await query(stack, guess, 'SELECT'), role).toBe('28P01')
    }
    expect(await api(stack, 'sh', '-c', 'ls -d /run/postgresql 2>/dev/null || true')).toBe('')
  })

  test('the worker, the migrations and the program log in as the owner of the tables, who is no superuser', async ({
    stack,
  }) => {
    const config = await stack.compose('--profile', '*', 'config', '--format', 'json')
    const { services } = JSON.parse(config)
    for (const name of ['worker', 'migrate', 'waitlist']) {
      const { user } = Object.fromEntries(
        new URL(services[name].environment.DATABASE_OWNER_URL).searchParams,
      )
      expect(user, name).toBe('waitlist_owner')
    }
    const isSuperuser = 'SELECT rolsuper FROM pg_roles WHERE rolname = current_user'
    expect(await bySocket(stack, 'waitlist_owner', isSuperuser)).toBe('false')
    const owners =
      "SELECT string_agg(DISTINCT tableowner, ' ') FROM pg_tables WHERE schemaname = 'public'"
    expect(await psql(stack, owners)).toBe('waitlist_owner')
  })

  test('only the account of the server can log in as a superuser', async ({ stack }) => {
    expect(await bySocket(stack, 'waitlist', 'SELECT 1')).toBe('28000')
    expect(await bySocket(stack, 'waitlist_api', 'SELECT 1')).toBe('28000')
    expect(await bySocket(stack, 'waitlist_owner', 'SELECT 1')).toBe('1')
  })

  test('only the API and the migrations mount the password of the API', async ({ stack }) => {
    const { services } = JSON.parse(
      await stack.compose('--profile', '*', 'config', '--format', 'json'),
    )
    const mounting = (volume: string) =>
      Object.keys(services).filter((name) =>
        services[name].volumes?.some(({ source }: { source: string }) => source === volume),
      )
    expect(mounting('api-secret')).toEqual(['api', 'migrate'])
    expect(mounting('db-socket')).toEqual(['db', 'migrate', 'owner', 'waitlist', 'worker'])
    expect(await api(stack, 'stat', '--format', '%a %u', '/run/api-secret/pgpass')).toBe(
      '600 10001\n',
    )
  })

  test('no container has a password in its environment', ({ stack }) => {
    const settings = stack.first.flatMap(({ Config }) => Config.Env).join('\n')
    expect(settings).toContain('API_PASSFILE=/run/api-secret/pgpass')
    expect(settings).not.toMatch(/PASSWORD=|:\/\/[^@\s/]+:[^@\s/]+@/)
  })

  test('the database has data checksums', async ({ stack }) => {
    expect(await psql(stack, 'SHOW data_checksums')).toBe('on')
  })
})
