import { expect, test } from 'vitest'
import { metricsOf } from '../../support/stack/container-client.ts'
import { signUp } from '../../support/stack/sign-up.ts'
import { psql } from '../../support/stack/stack.ts'
import { describeStack, useStack } from '../../support/stack/use-stack.ts'

const DATA = '/var/lib/postgresql/data'

describeStack('problems of the database', () => {
  const running = useStack()

  const log = () => running().compose('logs', '--no-color', 'db')
  const metric = async (service: 'api' | 'worker', sample: string) => {
    const line = (await metricsOf(running(), service))
      .split('\n')
      .find((each) => each.startsWith(`${sample} `))
    return line?.slice(sample.length + 1)
  }

  test('the log has refused connections, and no error that quotes a person', async () => {
    const quoting = psql(running(), "SELECT 'eve@shop.example'::integer")
    await expect(quoting).rejects.toThrow('eve@shop.example')
    await psql(running(), 'ALTER ROLE waitlist_api CONNECTION LIMIT 0')
    await running().compose('restart', 'api')
    const joining = async () => (await signUp(running().url)).status
    await expect.poll(joining).toBe(503)
    expect(await log()).toContain('FATAL:  too many connections for role')
    expect(await log()).not.toContain('eve@shop')
    expect(Number(await metric('api', 'database_errors_total{code="53300"}'))).toBeGreaterThan(0)
    await psql(running(), 'ALTER ROLE waitlist_api CONNECTION LIMIT -1')
  })

  test('a damaged page is counted, and the doctor finds it', async () => {
    const { compose, waitlist } = running()
    await psql(running(), 'CREATE TABLE damaged AS SELECT generate_series(1, 1000)')
    const path = await psql(running(), "SELECT pg_relation_filepath('damaged')")
    await psql(running(), 'CHECKPOINT')
    const damage = `printf x | dd of=${DATA}/${path} bs=1 seek=4000 conv=notrunc status=none`
    await compose('exec', '-T', 'db', 'sh', '-c', damage)
    await compose('restart', 'db')
    const read = () => psql(running(), 'SELECT count(*) FROM damaged').catch(String)
    await expect.poll(read).toContain('invalid page')

    const damaged = async () =>
      Number(await metric('worker', 'database_problems_total{kind="damaged_page"}'))
    await expect.poll(damaged).toBeGreaterThan(0)
    // It ends with 1.
    const report = await waitlist(['doctor', '--json']).catch(({ stdout }) => String(stdout))
    expect(JSON.parse(report)).toContainEqual({
      check: 'health',
      ok: false,
      found: expect.stringMatching(/^[1-9]\d* damaged pages were read$/),
      fix: expect.stringContaining('./waitlist restore'),
    })
  })
})
