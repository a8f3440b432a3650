import { expect, test } from 'vitest'
import { psql } from '../../support/stack/stack.ts'
import { describeStack, useSharedStack } from '../../support/stack/use-stack.ts'

describeStack('the credentials of the services', () => {
  const running = useSharedStack()

  const api = (...command: string[]) => running().compose('exec', '-T', 'api', ...command)
  /** Connects from the API's container. Returns column names or the error's code. */
  const query = async (url: string, sql: string) => {
    const script = `
      const { readFileSync } = await import('node:fs')
      const { default: pg } = await import('pg')
      const [, , , , password] = readFileSync(process.env.API_PASSFILE, 'utf8').trim().split(':')
      const client = new pg.Client({ connectionString: ${url} })
      client.connect()
        .then(() => client.query(${JSON.stringify(sql)}))
        .then(({ fields }) => fields.map(({ name }) => name).join(), ({ code }) => code)
        .then((result) => { console.log(result); process.exit() })`
    return (await api('node', '--input-type=module', '--eval', script)).trim()
  }
  const own = "process.env.DATABASE_URL.replace('@', ':' + password + '@')"

  test('the API can log in, and can read neither the table nor the view', async () => {
    expect(await query(own, 'SELECT name FROM pgmigrations')).toBe('name')
    expect(await query(own, 'SELECT email FROM signups')).toBe('42501')
    expect(await query(own, 'SELECT email FROM people')).toBe('42501')
  })

  test('the API cannot log in as the owner', async () => {
    // The only password in its reach is the one of its own role.
    const guess = "'postgres://waitlist:' + password + '@db/waitlist'"
    expect(await query(guess, 'SELECT')).toBe('28P01')
    expect(await api('sh', '-c', 'ls -d /run/postgresql 2>/dev/null || true')).toBe('')
  })

  test('only the API and the migrations mount the password of the API', async () => {
    const { services } = JSON.parse(
      await running().compose('--profile', '*', 'config', '--format', 'json'),
    )
    const mounting = (volume: string) =>
      Object.keys(services).filter((name) =>
        services[name].volumes?.some(({ source }: { source: string }) => source === volume),
      )
    expect(mounting('api-secret')).toEqual(['api', 'migrate'])
    expect(mounting('db-socket')).toEqual(['db', 'migrate', 'waitlist', 'worker'])
    expect(await api('stat', '--format', '%a %u', '/run/api-secret/pgpass')).toBe('600 10001\n')
  })

  test('no container has a password in its environment', async () => {
    const ids = '$(docker compose ps --all --quiet)'
    const format = '{{range .Config.Env}}{{println .}}{{end}}'
    const settings = await running().shell(`docker inspect --format '${format}' ${ids}`)
    expect(settings).toContain('API_PASSFILE=/run/api-secret/pgpass')
    expect(settings).not.toMatch(/PASSWORD=|:\/\/[^@\s/]+:[^@\s/]+@/)
  })

  test('the database has data checksums', async () => {
    expect(await psql(running(), 'SHOW data_checksums')).toBe('on')
  })
})
