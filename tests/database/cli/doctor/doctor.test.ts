// Guards doctor, hidden-addresses.

import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import getPort from 'get-port'
import { expect, onTestFinished, test } from 'vitest'
import { openSession } from '../../../../api/src/database/session.ts'
import type { MailState } from '../../../../api/src/outbox/mails.ts'
import { JOBS, runJobs } from '../../../../api/src/retention/jobs.ts'
import { WAITLIST_PATH } from '../../../../contract/waitlist.ts'
import { type Settings, startApp } from '../../../support/app.ts'
import { freshDatabase, select } from '../../../support/database.ts'
import { newSmtp, temporaryFolder } from '../../../support/for-a-test.ts'
import { bodyOf, newPerson } from '../../../support/people.ts'
import { newInstallation } from '../../../support/program/installations.ts'
import { addPerson, addSending, minutesAgo } from '../../../support/program/mailing.ts'
import { run } from '../../../support/program/run-program.ts'
import { postgresUrl } from '../../../support/shared.ts'
import { TEMPLATES } from '../../../support/worker.ts'

interface Finding {
  readonly check: string
  readonly level: 'problem' | 'before live' | 'ok'
  readonly found: string
  readonly fix?: string
}

/** Writes a file that the web build writes. */
function fileOf(content: unknown): string {
  const folder = temporaryFolder()
  const file = join(folder, 'content.json')
  writeFileSync(file, JSON.stringify(content))
  return file
}

interface Site {
  readonly samples?: readonly unknown[]
  readonly env?: Settings
}

/** The findings of the doctor, by the name of the check. */
async function doctor(url: string, { samples = [], env }: Site = {}) {
  const files = { SAMPLES_FILE: fileOf(samples), MAILS_FILE: fileOf(TEMPLATES) }
  const options = { url, env: { ...files, ...env } }
  const { code, stdout } = await run(['doctor', '--json'], options)
  const findings = JSON.parse(stdout) as Finding[]
  expect(code).toBe(findings.every(({ level }) => level !== 'problem') ? 0 : 1)
  return (check: string) => findings.filter((finding) => finding.check === check)
}

const migrated = () => freshDatabase(postgresUrl(), 'migrated')

test('the doctor finds missing migrations and prints the command that applies them', async () => {
  const found = await doctor(await freshDatabase(postgresUrl(), 'empty'))
  expect(found('migrations')).toEqual([
    {
      check: 'migrations',
      level: 'problem',
      found: expect.stringContaining('0001_waitlist'),
      fix: './waitlist upgrade',
    },
  ])
})

test('the doctor finds an API that may read the list or cannot add to it, until its command is run', async () => {
  const url = await migrated()
  for (const [statement, found] of [
    ['GRANT SELECT ON people TO waitlist_api', 'may read the list'],
    ['GRANT SELECT (answers) ON inbox TO waitlist_api', 'may read the list'],
    ['REVOKE INSERT ON inbox FROM waitlist_api', 'may not add signups'],
  ] as const) {
    await select(url, statement)
    const [problem] = (await doctor(url))('roles')
    expect(problem).toMatchObject({ level: 'problem', found: `waitlist_api ${found}` })
    await select(url, problem?.fix ?? '')
    expect((await doctor(url))('roles')).toMatchObject([{ level: 'ok' }])
  }
})

test('the doctor folds the forms that were sent, without a worker', async () => {
  const url = await migrated()
  const app = await startApp(url)
  onTestFinished(() => app.close())
  const person = newPerson()
  await app.http.post(WAITLIST_PATH).send(bodyOf(person)).expect(201)
  await doctor(url)
  expect(await select(url, 'SELECT email FROM people')).toEqual([{ email: person.email }])
  expect(await select(url, 'SELECT FROM inbox')).toEqual([])
})

test('a check that fails says why, and the others still run', async () => {
  const url = await migrated()
  const app = await startApp(url)
  onTestFinished(() => app.close())
  await app.http.post(WAITLIST_PATH).send(bodyOf(newPerson())).expect(201)
  await select(url, 'DROP TABLE quarantine CASCADE')
  const found = await doctor(url)
  expect(found('forms')).toMatchObject([
    { level: 'problem', found: 'The database refused a statement (SQLSTATE 42P01).' },
  ])
  expect(found('roles')).toMatchObject([{ level: 'ok' }])
})

test('the doctor does not take the disk of this machine for that of a server elsewhere', async () => {
  expect((await doctor(await migrated()))('disk space')).toEqual([
    {
      check: 'disk space',
      level: 'ok',
      found: 'the disk of the server is not visible from here; check it there',
    },
  ])
})

test('the doctor finds settings of the server that could lose signups', async () => {
  const found = await doctor(await migrated())
  expect(found('durability')).toContainEqual({
    check: 'durability',
    level: 'problem',
    found: 'fsync is off',
    fix: 'ALTER SYSTEM SET fsync = on; SELECT pg_reload_conf();',
  })
})

test('the doctor finds each sample that is left on the site, even without a database', async () => {
  const sample = { what: 'Product name', where: 'BRAND_NAME in .env', why: 'Every page has it.' }
  const found = await doctor('postgres://ada:secret@127.0.0.1:1/waitlist', { samples: [sample] })
  expect(found('database')).toMatchObject([
    { level: 'problem', fix: expect.stringMatching(/^Start/) },
  ])
  expect(found('sample content')).toMatchObject([
    {
      level: 'before live',
      found: 'Product name',
      fix: 'BRAND_NAME in .env: Every page has it.',
    },
  ])
})

test('the doctor finds that visitors of a public site have no address that limits could count', async () => {
  const url = await migrated()
  const port = await getPort()
  const app = await startApp(url, { METRICS_PORT: String(port), TRUST_PROXY: '127.0.0.0/8' })
  onTestFinished(() => app.close())
  const join = (headers = {}) => app.http.post(WAITLIST_PATH).set(headers).send(bodyOf(newPerson()))
  const found = async (SITE_URL: string) => {
    const env = { API_METRICS_URL: `http://127.0.0.1:${port}/metrics`, SITE_URL }
    return (await doctor(url, { env }))('visitors')
  }
  await join()
  await join({ 'x-forwarded-for': '203.0.113.1' })
  await join()
  expect(await found('https://kiln.agency')).toMatchObject([
    {
      level: 'problem',
      found: "2 of 3 signups and links since the API's start came from a hidden address",
      fix: expect.stringContaining('set REAL_IP_FROM'),
    },
  ])
  expect(await found('http://localhost:8080')).toMatchObject([{ level: 'ok' }])
  await join({ 'x-forwarded-for': '203.0.113.1' })
  expect(await found('https://kiln.agency')).toMatchObject([{ level: 'ok' }])
})

test('the doctor finds a site that does not respond over HTTPS', async () => {
  const env = { SITE_URL: 'https://127.0.0.1:1' }
  expect((await doctor(await migrated(), { env }))('certificate')).toEqual([
    {
      check: 'certificate',
      level: 'problem',
      found: 'https://127.0.0.1:1 does not respond (ECONNREFUSED)',
      fix: expect.stringContaining('open ports 80 and 443'),
    },
  ])
})

test('a public site without a mail server breaks its promises, a trial only has to set one before it goes live', async () => {
  const url = await migrated()
  const found = async (SITE_URL: string) =>
    (await doctor(url, { env: { SITE_URL } }))('mail server')
  expect(await found('https://127.0.0.1:1')).toEqual([
    {
      check: 'mail server',
      level: 'problem',
      found: expect.stringContaining('the site promises a confirmation, updates and an invitation'),
      fix: 'Set SMTP_URL to your mail server.',
    },
  ])
  for (const trial of ['http://localhost:8080', 'https://starkit.example']) {
    expect(await found(trial), trial).toMatchObject([
      { level: 'before live', fix: 'Set SMTP_URL to your mail server.' },
    ])
  }
})

test('emails that link to localhost or by plain HTTP are for a trial: SITE_URL is set before the site goes live', async () => {
  const url = await migrated()
  const found = async (env: Settings) => (await doctor(url, { env }))('links')
  const addresses = ['http://127.0.0.1:8080', 'http://kiln.agency']
  for (const env of [{}, ...addresses.map((SITE_URL) => ({ SITE_URL }))]) {
    expect(await found(env)).toMatchObject([
      { level: 'before live', fix: expect.stringContaining('SITE_URL') },
    ])
  }
  expect(await found({ HOST: '0.0.0.0' })).toMatchObject([
    { level: 'ok', found: `emails link to ${TEMPLATES.origin}` },
  ])
})

test('the doctor logs in to the mail server, and never prints the password', async () => {
  const server = await newSmtp({
    authOptional: false,
    allowInsecureAuth: true,
    onAuth: ({ username, password }, _session, done) =>
      password === 'right'
        ? done(null, { user: username })
        : done(Object.assign(new Error('no'), { responseCode: 535 })),
  })
  const url = await migrated()
  const found = async (login: string, env: Settings = {}) => {
    const SMTP_URL = server.url.replace('//', `//${login}@`)
    return doctor(url, { env: { SMTP_URL, ...env } })
  }
  expect((await found('ada:right'))('mail server')).toMatchObject([{ level: 'ok' }])
  const [refused] = (await found('ada:zwetschge'))('mail server')
  expect(refused).toMatchObject({
    level: 'problem',
    found: 'the mail server refuses the login (535)',
    fix: expect.stringContaining('SMTP_URL'),
  })
  expect(JSON.stringify(refused)).not.toContain('zwetschge')
  // this server has no TLS
  const SMTP_URL = `smtps://ada:right@127.0.0.1:${server.port}`
  expect((await doctor(url, { env: { SMTP_URL } }))('mail server')).toMatchObject([
    { level: 'problem', fix: expect.stringContaining('Port 465 needs smtps://') },
  ])
  await server.close()
  expect((await found('ada:right'))('mail server')).toMatchObject([
    { level: 'problem', found: 'the mail server cannot be reached (ECONNREFUSED)' },
  ])
})

test('the doctor finds a sender that is the sample brand', async () => {
  const server = await newSmtp()
  const url = await migrated()
  const found = async (SITE_URL: string) =>
    (await doctor(url, { env: { SMTP_URL: server.url, SITE_URL } }))('sender')
  const sample = { found: expect.stringContaining(TEMPLATES.supportEmail) }
  expect(await found('https://127.0.0.1:1')).toMatchObject([{ ...sample, level: 'problem' }])
  expect(await found('http://localhost:8080')).toMatchObject([{ ...sample, level: 'before live' }])
})

test('the doctor finds every promised erasure that no worker has done for two hours', async () => {
  const url = await migrated()
  const never = (await doctor(url))('retention')
  expect(never).toHaveLength(JOBS.length)
  expect(never).toContainEqual({
    check: 'retention',
    level: 'problem',
    found: 'people who do not confirm are erased 30 days after their last email: never done yet',
    fix: expect.stringContaining('docker compose up'),
  })
  const session = await openSession(url)
  onTestFinished(() => session.close())
  await runJobs(session, { canSend: true })
  expect((await doctor(url))('retention').every(({ level }) => level === 'ok')).toBe(true)
  await session.query(
    "UPDATE jobs SET last_run_at = now() - interval '125 minutes' WHERE name = 'quarantine'",
  )
  expect((await doctor(url))('retention').filter(({ level }) => level !== 'ok')).toMatchObject([
    { found: expect.stringContaining('quarantined signups') },
  ])
})

test('the doctor says how many people have a file instead of their confirmation, until there is a mail server', async () => {
  const here = await newInstallation()
  const found = async (env: Settings = {}) => (await doctor(here.url, { env }))('confirmations')
  const add = async (state: MailState, wanted_at = 'now', changes = {}) => {
    const email_key = await addPerson(here, { confirmed_at: null, ...changes })
    await addSending(here, { kind: 'confirm', email_key, state, wanted_at })
    return email_key
  }
  expect(await found()).toEqual([])
  const twice = await add('written', 'yesterday')
  await addSending(here, { kind: 'confirm', email_key: twice, state: 'written' })
  await add('written')
  await add('written', 'now', { confirmed_at: 'now' })
  await add('written', 'now', { left_at: 'now' })
  await add('sent')
  expect(await found()).toEqual([
    {
      check: 'confirmations',
      level: 'before live',
      found: '2 confirmation emails will be sent once there is a mail server',
      fix: 'Set SMTP_URL to your mail server.',
    },
  ])
  expect(await found({ SMTP_URL: 'smtp://127.0.0.1:1' })).toMatchObject([{ level: 'ok' }])
})

test('the doctor finds confirmations that have waited for ten minutes, and names the quota if there is one', async () => {
  const here = await newInstallation()
  const SMTP_URL = 'smtp://127.0.0.1:1'
  const found = async (env: Settings) =>
    (await doctor(here.url, { env: { SMTP_URL, ...env } }))('confirmations')
  const wait = async (minutes: number) => {
    const email_key = await addPerson(here, { confirmed_at: null })
    await addSending(here, { kind: 'confirm', email_key, wanted_at: minutesAgo(minutes) })
  }
  await wait(9)
  expect(await found({ MAIL_PER_HOUR: '100' })).toMatchObject([{ level: 'ok' }])
  for (const minutes of [11, 12]) await wait(minutes)
  for (const [quota, fix] of [
    [{ MAIL_PER_HOUR: '100' }, 'MAIL_PER_HOUR'],
    [{ MAIL_PER_DAY: '100' }, 'MAIL_PER_DAY'],
    [{}, 'docker compose up'],
  ] as const) {
    expect(await found(quota)).toMatchObject([
      {
        level: 'problem',
        found: expect.stringMatching(/^2 confirmation emails wait, the first since .* UTC$/),
        fix: expect.stringContaining(fix),
      },
    ])
  }
})

test('many failed emails are a problem, and a few mistyped addresses are not', async () => {
  const url = await migrated()
  const add = (count: number, kind: string, state: string, days = 0) =>
    select(
      url,
      `INSERT INTO mails (kind, email_key, letter, ended_at, state, reply)
       SELECT '${kind}', 'ada@example.com', n, now() - interval '${days} days', '${state}', '550'
       FROM generate_series(1, ${count}) AS n`,
    )
  await add(38, 'confirm', 'sent')
  await add(2, 'announce', 'failed')
  await add(40, 'confirm', 'failed', 8)
  expect((await doctor(url))('failed emails')).toMatchObject([
    { level: 'ok', found: '2 of 40 emails failed in the last week (550)' },
  ])
  await add(1, 'confirm', 'failed')
  expect((await doctor(url))('failed emails')).toMatchObject([
    { level: 'problem', fix: expect.stringContaining('./waitlist mail --failed') },
  ])
  await select(
    url,
    `INSERT INTO events (event, email_key, state, ended_at, reply)
     VALUES ('joined', 'ada@example.com', 'failed', now(), '550')`,
  )
  expect((await doctor(url))('failed webhooks')).toEqual([])
  const env = { WEBHOOK_URL: 'https://crm.agency/hook', WEBHOOK_SECRET: 'word' }
  expect((await doctor(url, { env }))('failed webhooks')).toMatchObject([
    {
      level: 'problem',
      found: '1 of 1 webhook failed in the last week (550)',
      fix: expect.stringContaining('Slack and Discord take NOTIFY_URL'),
    },
  ])
})

test('the doctor finds numbers that NOTIFY_URL and OWNER_EMAIL did not take', async () => {
  const url = await migrated()
  const env = { NOTIFY_URL: 'https://hooks.slack.com/x', OWNER_EMAIL: 'owner@shop.example' }
  await select(
    url,
    `INSERT INTO notices (kind, counted_until, due_at, reply)
     VALUES ('chat', now(), now(), '404'), ('week', now(), now(), NULL)`,
  )
  expect((await doctor(url, { env }))('notices')).toMatchObject([
    { level: 'problem', found: 'NOTIFY_URL refused the last numbers (404)' },
    { level: 'ok', found: 'OWNER_EMAIL: no failures' },
  ])
  expect((await doctor(url))('notices')).toEqual([])
})

test('the doctor says where a mail provider reports bounces, or that it cannot', async () => {
  const url = await migrated()
  const found = async (env: Settings) =>
    (await doctor(url, { env: { SITE_URL: 'https://shop.agency', ...env } }))('bounces')
  const SMTP_URL = 'smtp://user:password@smtp.resend.com:1'
  expect(await found({ SMTP_URL })).toMatchObject([
    {
      level: 'problem',
      fix: expect.stringContaining('https://shop.agency/api/bounces/resend?key='),
    },
  ])
  const BOUNCE_KEY = 'a-key-that-nobody-guesses'
  const BOUNCE_PROVIDER = 'resend'
  const [open] = await found({ SMTP_URL, BOUNCE_KEY, BOUNCE_PROVIDER })
  expect(open).toMatchObject({ level: 'ok', found: expect.stringContaining('BOUNCE_SIGNING_KEY') })
  expect(JSON.stringify(open)).not.toContain(BOUNCE_KEY)
  const BOUNCE_SIGNING_KEY = `whsec_${'x'.repeat(32)}`
  const signed = { SMTP_URL, BOUNCE_KEY, BOUNCE_PROVIDER, BOUNCE_SIGNING_KEY }
  expect(await found(signed)).toMatchObject([
    { level: 'ok', found: 'bounces are received at https://shop.agency/api/bounces/resend' },
  ])
  expect(await found({ SMTP_URL, BOUNCE_KEY, BOUNCE_PROVIDER: 'brevo' })).toMatchObject([
    { level: 'problem', fix: expect.stringContaining('BOUNCE_PROVIDER=resend') },
  ])
  expect(await found({ SMTP_URL: 'smtp://127.0.0.1:1' })).toEqual([])
})

test('the doctor finds a database on another machine whose connection is not encrypted', async () => {
  const url = new URL(await migrated())
  expect((await doctor(url.href))('encryption')).toMatchObject([{ level: 'ok' }])
  // leads to this machine, but does not look like it
  url.hostname = '0.0.0.0'
  expect((await doctor(url.href))('encryption')).toMatchObject([
    { level: 'problem', fix: 'Add ?sslmode=verify-full to DATABASE_URL.' },
  ])
})

test('the doctor prints problems first, then what is left before the site goes live', async () => {
  const url = await migrated()
  const sample = { what: 'Product name', where: 'BRAND_NAME in .env', why: 'Every page has it.' }
  const env = {
    SAMPLES_FILE: fileOf([sample]),
    MAILS_FILE: fileOf({ ...TEMPLATES, postalAddress: '' }),
  }
  const { code, stdout } = await run(['doctor'], { url, env })
  expect(code).toBe(1)
  const [problems = '', left = ''] = stdout.split('Before you go live')
  const labels = (text: string) => new Set(text.match(/^(?:problem|to do|ok)/gm))
  expect([labels(problems), labels(left)]).toEqual([new Set(['problem']), new Set(['to do', 'ok'])])
  for (const name of ['SITE_URL', 'SMTP_URL', 'BRAND_POSTAL_ADDRESS', 'BRAND_NAME']) {
    expect(left, name).toContain(name)
  }
  expect(left).toMatch(/\n\d+ problems?\.\n$/)
})
