import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, inject, onTestFinished, test } from 'vitest'
import { freshDatabase, select } from '../support/database.ts'
import { run } from './run-program.ts'

interface Finding {
  readonly check: string
  readonly ok: boolean
  readonly found: string
  readonly fix?: string
}

function samplesFile(samples: readonly unknown[]): string {
  const folder = mkdtempSync(join(tmpdir(), 'waitlist-doctor-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const file = join(folder, 'samples.json')
  writeFileSync(file, JSON.stringify(samples))
  return file
}

async function doctor(url: string, samples: readonly unknown[] = []) {
  const env = { SAMPLES_FILE: samplesFile(samples) }
  const { code, stdout } = await run(['doctor', '--json'], { url, env })
  const findings = JSON.parse(stdout) as Finding[]
  expect(code).toBe(findings.every(({ ok }) => ok) ? 0 : 1)
  return (check: string) => findings.filter((finding) => finding.check === check)
}

test('the doctor finds missing migrations and prints the command that applies them', async () => {
  const found = await doctor(await freshDatabase(inject('postgresUrl'), 'empty'))
  expect(found('migrations')).toEqual([
    {
      check: 'migrations',
      ok: false,
      found: expect.stringContaining('0001_waitlist'),
      fix: 'docker compose up --detach --wait',
    },
  ])
})

test('the doctor finds an API that may read the list, until its command is run', async () => {
  const url = await freshDatabase(inject('postgresUrl'), 'migrated')
  await select(url, 'GRANT SELECT ON signups TO waitlist_api')
  const [problem] = (await doctor(url))('roles')
  expect(problem).toMatchObject({ ok: false, found: expect.stringContaining('may read the list') })
  await select(url, problem?.fix ?? '')
  expect((await doctor(url))('roles')).toMatchObject([{ ok: true }])
})

test('the doctor finds settings of the server that could lose signups', async () => {
  const found = await doctor(await freshDatabase(inject('postgresUrl'), 'migrated'))
  expect(found('durability')).toContainEqual({
    check: 'durability',
    ok: false,
    found: 'fsync is off',
    fix: 'ALTER SYSTEM SET fsync = on; SELECT pg_reload_conf();',
  })
})

test('the doctor finds each sample that is left on the site, even without a database', async () => {
  const sample = { what: 'Product name', where: 'BRAND_NAME in .env', why: 'Every page has it.' }
  const found = await doctor('postgres://ada:secret@127.0.0.1:1/waitlist', [sample])
  expect(found('database')).toMatchObject([{ ok: false, fix: expect.stringMatching(/^Start/) }])
  expect(found('sample content')).toMatchObject([
    { ok: false, found: 'Product name', fix: 'BRAND_NAME in .env: Every page has it.' },
  ])
})
