import { once } from 'node:events'
import { chmodSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { dirname, join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { runJobs } from '../../../../../api/src/list/retention.ts'
import { suppressionsFile } from '../../../../../api/src/list/suppressions/file.ts'
import { openSession } from '../../../../../api/src/system/session.ts'
import { WAITLIST_PATH } from '../../../../../contract/waitlist.ts'
import { type Settings, startApp } from '../../../../support/app.ts'
import { openBoard, startBoard } from '../../../../support/board.ts'
import { freshDatabase, select } from '../../../../support/database.ts'
import { temporaryFolder } from '../../../../support/for-a-test.ts'
import { newMailApi } from '../../../../support/mail-api.ts'
import { bodyOf, newPerson } from '../../../../support/people.ts'
import { ROOT } from '../../../../support/repository.ts'
import { postgresUrl } from '../../../../support/shared.ts'
import { newSmtp } from '../../../../support/smtp.ts'
import { TEMPLATES } from '../../../../support/worker.ts'
import { newInstallation } from '../../../support/installations.ts'
import { addPerson, addSending, minutesAgo } from '../../../support/mailing.ts'
import { run } from '../../../support/run-program.ts'

interface Finding {
  readonly check: string
  readonly level: 'problem' | 'to do' | 'ok'
  readonly found: string
  readonly fix?: string
}

function fileOf(content: unknown): string {
  const folder = temporaryFolder()
  const file = join(folder, 'content.json')
  writeFileSync(file, JSON.stringify(content))
  return file
}

const SECRET = 'a-key-that-nobody-guesses-at-all'

interface Site {
  readonly samples?: readonly unknown[]
  readonly env?: Settings
  /** The launch state that the site was built with. */
  readonly launch?: object
}

async function doctor(url: string, { samples = [], env, launch = TEMPLATES.launch }: Site = {}) {
  const files = { SAMPLES_FILE: fileOf(samples), MAILS_FILE: fileOf({ ...TEMPLATES, launch }) }
  const options = { url, env: { ...files, ...env } }
  const { code, stdout } = await run(['doctor', '--json'], options)
  expect(stdout).not.toContain(SECRET)
  const findings = JSON.parse(stdout) as Finding[]
  expect(code).toBe(findings.every(({ level }) => level !== 'problem') ? 0 : 1)
  return (check: string) => findings.filter((finding) => finding.check === check)
}

const some = (text: string) => expect.stringContaining(text)

const migrated = () => freshDatabase(postgresUrl(), 'migrated')

test('the doctor reports that the API may read the list or cannot add to it, until its fix is run', async () => {
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

test('the doctor says how to start a site that has no tables yet', async () => {
  const found = await doctor(await freshDatabase(postgresUrl(), 'empty'))
  expect(found('migrations')).toMatchObject([
    {
      found: 'the database has no tables yet',
      fix: 'To create them: docker compose up --detach --wait',
    },
  ])
})

test('the doctor finds a suppressions file that others can read, or that cannot be written', async () => {
  const [url, folder] = [await migrated(), temporaryFolder()]
  const check = async () => (await doctor(url, { env: { DATA_DIR: folder } }))('erasures')
  expect(await check()).toEqual([])
  const file = suppressionsFile(folder)
  mkdirSync(dirname(file))
  writeFileSync(file, '')
  for (const [mode, level] of [
    [0o777, 'problem'],
    [0o604, 'problem'],
    [0o660, 'ok'],
  ] as const) {
    chmodSync(file, mode)
    expect(await check(), mode.toString(8)).toMatchObject([{ level }])
  }
  rmSync(file)
  mkdirSync(file)
  expect(await check()).toMatchObject([
    { level: 'problem', found: some('cannot be written (EISDIR), so no one can be erased') },
  ])
})

test('the doctor finds an unencrypted connection to another machine', async () => {
  const url = new URL(await migrated())
  // This address resolves to this machine, but does not look local.
  url.hostname = '0.0.0.0'
  const found = await doctor(url.href)
  expect(found('encryption')).toMatchObject([
    { level: 'problem', fix: 'Add ?sslmode=verify-full to DATABASE_URL.' },
  ])
})

const PUBLIC = { SITE_URL: 'https://127.0.0.1:1' }
const PROVIDER = { SMTP_URL: 'smtp://user:password@smtp.resend.com:1' }
const KEYS = { ...PROVIDER, BOUNCE_KEY: SECRET, BOUNCE_PROVIDER: 'resend' }

test.each<[what: string, env: Settings, expected: Readonly<Record<string, Partial<Finding>>>]>([
  [
    'a trial without settings',
    {},
    {
      'disk space': { level: 'ok', found: some('is not visible from here, so check it there') },
      encryption: { level: 'ok' },
      links: { level: 'to do', fix: some('SITE_URL') },
      'mail server': {
        level: 'to do',
        fix: some('Set SMTP_URL to your mail server, or MAIL_API'),
      },
    },
  ],
  [
    'a public site without a mail server, which does not respond',
    PUBLIC,
    {
      certificate: {
        level: 'problem',
        found: 'https://127.0.0.1:1 does not respond (ECONNREFUSED)',
        fix: some('open ports 80 and 443'),
      },
      visitors: { level: 'ok', found: some('a hidden address are not limited') },
      links: { level: 'ok', found: `emails link to ${PUBLIC.SITE_URL}` },
      'mail server': { level: 'problem', found: some('the site promises') },
    },
  ],
  [
    'a trial over plain HTTP, with a mail provider that has nowhere to report bounces',
    { ...PROVIDER, SITE_URL: 'http://kiln.agency' },
    {
      bounces: { level: 'problem', fix: some('http://kiln.agency/api/bounces/resend?key=') },
    },
  ],
  [
    'a site that other machines reach, with a mail provider that reports bounces',
    { ...KEYS, HOST: '0.0.0.0' },
    {
      bounces: {
        level: 'ok',
        found: `bounces are received at ${TEMPLATES.origin}/api/bounces/resend`,
      },
    },
  ],
])('the doctor reports what is right and what is wrong with %s', async (_what, env, expected) => {
  const found = await doctor(await migrated(), { env })
  for (const [check, finding] of Object.entries(expected)) {
    expect(found(check), check).toMatchObject([finding])
  }
})

test('the doctor finds each sample that is left on the site, even without a database', async () => {
  const sample = { what: 'Product name', where: 'BRAND_NAME in .env', why: 'Every page has it.' }
  const found = await doctor('postgres://ada:secret@127.0.0.1:1/waitlist', { samples: [sample] })
  expect(found('database')).toMatchObject([
    { level: 'problem', fix: expect.stringMatching(/^Start/) },
  ])
  expect(found('sample content')).toMatchObject([
    { level: 'to do', found: 'Product name', fix: some('BRAND_NAME in .env: ') },
  ])
})

test('the doctor checks the login to the mail server', async () => {
  const server = await newSmtp({
    authOptional: false,
    allowInsecureAuth: true,
    onAuth: ({ username, password }, _session, done) =>
      password === 'right'
        ? done(null, { user: username })
        : done(Object.assign(new Error('no'), { responseCode: 535 })),
  })
  const url = await migrated()
  const found = async (login: string) => {
    const SMTP_URL = `smtp://${login}@127.0.0.1:${server.port}`
    return (await doctor(url, { env: { SMTP_URL } }))('mail server')
  }
  expect(await found('ada:right')).toMatchObject([{ level: 'ok' }])
  expect(await found(`ada:${SECRET}`)).toMatchObject([
    { level: 'problem', found: 'the mail server refuses the login (535)', fix: some('SMTP_URL') },
  ])
  await server.close()
  const unreachable = 'the mail server cannot be reached (ECONNREFUSED)'
  expect(await found('ada:right')).toMatchObject([
    { level: 'problem', found: unreachable, fix: some('Port 465 needs smtps://') },
  ])
})

test('the doctor checks a mail API’s key, and where bounces are reported', async () => {
  const api = await newMailApi('postmark')
  const url = await migrated()
  const found = async (settings: Settings = {}) => {
    const check = await doctor(url, { env: { ...api.settings, ...settings } })
    return [...check('mail server'), ...check('bounces')]
  }
  const place = `the API of Postmark at ${new URL(api.url).host}`
  expect(await found()).toMatchObject([
    { level: 'ok', found: `${place} accepts emails` },
    { level: 'problem', fix: some('BOUNCE_PROVIDER=postmark') },
  ])
  expect(await found({ MAIL_API_KEY: SECRET })).toMatchObject([
    {
      level: 'problem',
      found: `${place} refuses MAIL_API_KEY (401 10)`,
      fix: some('docs/providers.md'),
    },
    { level: 'problem' },
  ])
  api.close()
  expect(await found({ BOUNCE_KEY: SECRET, BOUNCE_PROVIDER: 'postmark' })).toMatchObject([
    { level: 'problem', found: `${place} cannot be reached (ECONNREFUSED)` },
    { level: 'ok' },
  ])
})

test('the doctor lists the steps of launch day in order, until a letter links to the product', async () => {
  const product = createServer((_request, response) => response.writeHead(404).end())
  await once(product.listen(0, '127.0.0.1'), 'listening')
  onTestFinished(() => void product.close())
  const { port } = product.address() as AddressInfo
  const LAUNCH_URL = `http://127.0.0.1:${port}`
  const here = await newInstallation()
  await addPerson(here)
  const { url } = here
  const steps = async (env: Settings = { LAUNCH_URL }, launch?: object) =>
    (await doctor(url, { env, ...(launch && { launch }) }))('launch').map(
      ({ level, found }) => `${level} ${found}`,
    )
  expect(await steps({})).toEqual([
    'ok the waitlist is open',
    'ok the site was built with these settings',
  ])
  expect(await steps()).toEqual([
    `ok 1. LAUNCH_URL is ${LAUNCH_URL}/`,
    'problem 2. the site was built with other settings: the waitlist is open',
    `problem 3. ${LAUNCH_URL}/ responds with 404`,
    'to do 4. no letter of the last 90 days links to the product',
  ])
  product.removeAllListeners('request').on('request', (_request, response) => response.end('Hello'))
  const letter = join(ROOT, 'web/content/letters/launch.example.md')
  const announce = { subject: '{{subject}}', html: '{{body}}', text: '{{body}}' }
  const { code } = await run(['announce', letter, '--yes'], {
    url,
    env: { MAILS_FILE: fileOf({ ...TEMPLATES, announce }) },
  })
  expect(code).toBe(0)
  expect(await steps(undefined, { url: `${LAUNCH_URL}/`, isOpen: false })).toEqual([
    `ok 1. LAUNCH_URL is ${LAUNCH_URL}/`,
    'ok 2. the site was built with these settings',
    `ok 3. ${LAUNCH_URL}/ responds with 200`,
    'ok 4. a letter links to the product',
  ])
})

test('the doctor tries the other ports of a mail server that cannot be reached', async () => {
  // This address resolves to this machine, but does not look local.
  const env = { SMTP_URL: `smtp://ada:${SECRET}@0.0.0.0:1` }
  expect((await doctor(await migrated(), { env }))('mail server')).toMatchObject([
    { level: 'problem', fix: some('587, 2525 and 465') },
  ])
})

test('the doctor reports each deletion job that the worker has not run for two hours', async () => {
  const url = await migrated()
  const retention = async () => (await doctor(url))('retention')
  const last = some('last email')
  expect(await retention()).toMatchObject([{ level: 'problem', found: last }])
  const session = await openSession(url)
  onTestFinished(() => session.close())
  await runJobs(session, { canSend: true })
  expect(await retention()).toMatchObject([{ level: 'ok' }])
  await session.query(
    "UPDATE jobs SET last_run_at = now() - interval '125 minutes' WHERE name = 'quarantine'",
  )
  const found = expect.stringMatching(/hours: quarantined signups[^;]*$/)
  expect(await retention()).toMatchObject([{ level: 'problem', found }])
})

test('the doctor prints the age of the latest backup, and reports a problem after two days if emails are sent', async () => {
  const { url, query } = await newInstallation()
  const fix = some('backup FILE')
  const never = { level: 'to do', found: 'the list has never been backed up', fix }
  expect((await doctor(url))('backup')).toMatchObject([never])
  expect((await doctor(url, { env: PROVIDER }))('backup')).toMatchObject([
    { ...never, level: 'problem' },
  ])
  const file = join(temporaryFolder(), 'backup.ndjson.gz')
  expect(await run(['backup', file], { url })).toMatchObject({ code: 0 })
  expect((await doctor(url))('backup')).toEqual([
    { check: 'backup', level: 'ok', found: 'the newest backup is 0 hours old' },
  ])
  for (const [days, level, env] of [
    [1, 'ok', PROVIDER],
    [3, 'to do', {}],
    [3, 'problem', PROVIDER],
  ] as const) {
    await query(
      `UPDATE jobs SET last_run_at = now() - interval '${days} days' WHERE name = 'backup'`,
    )
    const [found] = (await doctor(url, { env }))('backup')
    expect(found).toMatchObject({
      level,
      found: `the newest backup is ${days === 1 ? '24 hours' : '3 days'} old`,
    })
  }
  await run(['backup', join(file, 'no-folder')], { url })
  expect((await doctor(url, { env: PROVIDER }))('backup')).toMatchObject([{ level: 'problem' }])
})

test('the doctor says how many signups are in quarantine, and how to look at them', async () => {
  const url = await migrated()
  const app = await startApp(url)
  onTestFinished(() => app.close())
  expect((await doctor(url))('quarantine')).toEqual([
    { check: 'quarantine', level: 'ok', found: '0 signups are in quarantine' },
  ])
  await app.http
    .post(WAITLIST_PATH)
    .send(bodyOf(newPerson({ website: 'x' })))
    .expect(201)
  expect((await doctor(url))('quarantine')).toMatchObject([
    { level: 'ok', found: '1 signup is in quarantine', fix: some('list --quarantined') },
  ])
})

test('the doctor and stats find confirmations that have waited for ten minutes', async () => {
  const here = await newInstallation()
  const late = /^2 confirmation emails have been waiting, the first since .* UTC\.?$/m
  for (const minutes of [9, 11, 12]) {
    const mailbox = await addPerson(here, { confirmed_at: null })
    await addSending(here, { kind: 'confirm', mailbox, wanted_at: minutesAgo(minutes) })
  }
  const found = await doctor(here.url, { env: { SMTP_URL: 'smtp://127.0.0.1:1' } })
  expect(found('confirmations')).toMatchObject([
    { level: 'problem', found: expect.stringMatching(late), fix: some('MAIL_PER_HOUR') },
  ])
  expect((await run(['stats'], { url: here.url })).stdout).toMatch(late)
})

test('the doctor, stats and the board say which limit delays confirmations', async () => {
  const here = await newInstallation()
  await here.query(
    `INSERT INTO mails (kind, class, mailbox, state, ended_at)
     SELECT 'confirm', 'asked', n::text, 'sent', now() FROM generate_series(1, 200) AS n`,
  )
  const mailbox = await addPerson(here, { confirmed_at: null })
  await addSending(here, { kind: 'confirm', mailbox, wanted_at: minutesAgo(11) })
  const why =
    /^.*1 confirmation email has been waiting since .* UTC: at most 200 are sent per hour, plus 10 more for each/m
  const found = await doctor(here.url, { env: { SMTP_URL: 'smtp://127.0.0.1:1' } })
  expect(found('confirmations')).toMatchObject([
    { level: 'problem', found: expect.stringMatching(why), fix: some('list --where confirmed=no') },
  ])
  expect((await run(['stats'], { url: here.url })).stdout).toMatch(why)
  const board = await startBoard(here.url)
  onTestFinished(board.close)
  const { origin, cookie } = await openBoard(board)
  expect(await (await fetch(origin, { headers: { cookie } })).text()).toMatch(why)
})

test('the doctor reports the size of a flood from one network, and says how to end it', async () => {
  const here = await newInstallation()
  await here.query(
    `INSERT INTO mails (kind, class, mailbox, network)
     SELECT 'confirm', CASE n % 3 WHEN 0 THEN 'asked' ELSE 'crowd' END, n || '@example.com', convert_to('network ' || n % 3, 'UTF8')
     FROM generate_series(0, 59) AS n`,
  )
  const found = await doctor(here.url, { env: { SMTP_URL: 'smtp://127.0.0.1:1' } })
  expect(found('confirmations')).toMatchObject([
    {
      level: 'problem',
      found: expect.stringMatching(
        /^40 confirmation emails from 2 networks have been waiting, the first since /,
      ),
      fix: expect.stringMatching(
        /^40 of them are from 2 networks that have used a tenth.*mail withdraw$/s,
      ),
    },
  ])
})

test('the doctor reports many failed emails as a problem, but not a few mistyped addresses', async () => {
  const url = await migrated()
  const add = (count: number, kind: string, state: string, days = 0) =>
    select(
      url,
      `INSERT INTO mails (kind, mailbox, letter, ended_at, state, reply)
       SELECT '${kind}', 'ada@example.com', n, now() - interval '${days} days', '${state}', '550'
       FROM generate_series(1, ${count}) AS n`,
    )
  await add(38, 'confirm', 'sent')
  await add(2, 'announce', 'failed')
  await add(40, 'confirm', 'failed', 8)
  expect((await doctor(url))('failures')).toMatchObject([
    { level: 'ok', found: '2 of 40 emails and webhooks failed in the last week (550)' },
  ])
  await add(1, 'confirm', 'failed')
  expect((await doctor(url))('failures')).toMatchObject([
    { level: 'problem', fix: some('./waitlist mail') },
  ])
})

test('the doctor prints problems first, then the steps that are left before the site goes live', async () => {
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
