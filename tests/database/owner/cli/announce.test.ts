import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { hashToken } from '../../../../api/src/links/tokens.ts'
import { FIELDS } from '../../../../contract/waitlist.ts'
import type { MailTemplates } from '../../../../letters/mail-templates.ts'
import { newMailApi } from '../../../support/mail-api.ts'
import { ROLES } from '../../../support/people.ts'
import { newSmtp } from '../../../support/smtp.ts'
import { newInstallation, recorded } from '../../support/installations.ts'
import { addPerson, newFolder, sendDue, UNREACHABLE, waitingFor } from '../../support/mailing.ts'
import { run, runAtTerminal } from '../../support/run-program.ts'

const letter = (body: string, subject = 'We open'): string =>
  `---\nsubject: ${subject}\n---\n\n${body}\n`

const LETTERS: Partial<MailTemplates> = {
  announce: {
    subject: '{{subject}}',
    html: '<title>{{subject}}</title>{{body}}<a href="{{leave}}">Leave</a>',
    text: '{{body}}\n\nLeave: {{leave}}',
  },
  styles: { p: 'margin:0 0 16px;color:#333', a: 'color:#06c' },
}

/** Creates an installation with a letter, and returns a function that announces it. */
async function newAnnouncement(source = letter('We open *today*.')) {
  const here = await newInstallation()
  const { write, env } = newFolder(LETTERS)
  const file = write('launch.md', source)
  const send = (...args: string[]) =>
    run(['announce', file, '--yes', ...args], { url: here.url, env })
  return { here, file, env, send, write }
}

/** Returns the arguments that withdraw what was queued, as the command prints them. */
const cancelOf = ({ stderr }: { readonly stderr: string }): string[] => [
  ...(/mail cancel \w+/.exec(stderr)?.[0].split(' ') ?? []),
  '--yes',
]

async function previewOf(source: string) {
  const { write, env } = newFolder(LETTERS)
  const ended = await run(['announce', write('launch.md', source), '--preview'], { env })
  return { ...ended, html: ended.stdout }
}

test('announce queues a letter for everyone who has confirmed, has not left and can be reached', async () => {
  const { here, send } = await newAnnouncement()
  const people = [await addPerson(here), await addPerson(here)]
  for (const changes of UNREACHABLE) await addPerson(here, changes)
  expect(await send()).toEqual({
    code: 0,
    stdout: 'Queued for 2 people. Sending takes up to an hour.\n',
    stderr: expect.stringMatching(/^To cancel it: \.\/waitlist mail cancel \w+\n$/),
  })
  expect((await waitingFor(here, 'announce')).toSorted()).toEqual(people.toSorted())
  expect(await recorded(here.url)).toEqual(['announce'])
})

test('a letter announced again goes only to people who have not received it, even if it was withdrawn', async () => {
  const { here, send } = await newAnnouncement()
  const [had, waits] = [await addPerson(here), await addPerson(here)]
  const cancel = cancelOf(await send())
  await here.query("UPDATE mails SET state = 'sent' WHERE mailbox = $1", [had])
  const late = await addPerson(here)
  expect((await send()).stdout).toMatch(/^Queued for 1 person/)
  expect((await waitingFor(here, 'announce')).toSorted()).toEqual([waits, late].toSorted())
  expect((await send()).stderr).toBe(
    'There is no one left to send it to. Each confirmed person gets a letter only once.\n',
  )
  await run(cancel, { url: here.url })
  expect(await waitingFor(here, 'announce')).toEqual([])
  expect((await send()).stdout).toMatch(/^Queued for 2 people/)
})

test('a letter older than 80 days is not resumed', async () => {
  const { here, send } = await newAnnouncement()
  await addPerson(here)
  await send()
  await addPerson(here)
  for (const [days, status] of [
    [81, 1],
    [79, 0],
  ]) {
    await here.query(`UPDATE letters SET created_at = now() - interval '${days} days'`)
    expect((await send()).code, `${days} days`).toBe(status)
  }
})

test('announce --test sends an email to the given address only, or says why it was not sent', async () => {
  const { here, file, env } = await newAnnouncement()
  await addPerson(here)
  const smtp = await newSmtp()
  const settings = { ...env, SMTP_URL: smtp.url }
  const test = () =>
    run(['announce', file, '--test', 'me@example.com'], { url: here.url, env: settings })
  const { code, stdout } = await test()
  expect([code, stdout]).toEqual([0, expect.stringContaining('The links in a test do nothing.')])
  expect(smtp.received).toMatchObject([{ to: 'me@example.com', mail: { subject: 'We open' } }])
  expect(smtp.received[0]?.mail.text).toContain('Leave: https://site.example/waitlist/leave')
  expect(await here.query('SELECT FROM mails')).toEqual([])
  await smtp.close()
  expect(await test()).toEqual({
    code: 1,
    stdout: '',
    stderr: `The email was not sent: connect ECONNREFUSED 127.0.0.1:${smtp.port}.\n`,
  })
})

test('announce --test sends over HTTPS, or says what the mail API refuses', async () => {
  const { here, file, env } = await newAnnouncement()
  const api = await newMailApi('brevo')
  const test = (settings = {}) =>
    run(['announce', file, '--test', 'me@example.com'], {
      url: here.url,
      env: { ...env, ...api.settings, ...settings },
    })
  const place = `the API of Brevo at ${new URL(api.url).host}`
  expect(await test()).toMatchObject({
    code: 0,
    stdout: `Sent through ${place}. The links in a test do nothing.\n`,
  })
  const { to, headers } = JSON.parse(api.accepts[0]?.body ?? '{}')
  expect(to).toEqual([{ email: 'me@example.com' }])
  // Brevo's documentation requires a UUID.
  expect(headers.idempotencyKey).toMatch(/^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/)
  expect(await test({ MAIL_API_KEY: 'a-wrong-key' })).toMatchObject({
    code: 1,
    stderr: `The email was not sent: ${place} refuses MAIL_API_KEY (401 unauthorized).\n`,
  })
})

test('announce --where sends a letter only to people who meet all conditions', async () => {
  const { here, send } = await newAnnouncement()
  const [role, other] = ROLES
  const meets = { role: other, source: 'ProductHunt' }
  const email = await addPerson(here, meets)
  await addPerson(here, { ...meets, role })
  await addPerson(here, { ...meets, source: 'newsletter' })
  await addPerson(here, { ...meets, invited_at: 'now' })
  await addPerson(here, { ...meets, confirmed_at: null })
  const where = ['--where', `role=${other}`, '--where', 'source=producthunt']
  expect((await send(...where, '--where', 'invited=no')).code).toBe(0)
  expect(await waitingFor(here, 'announce')).toEqual([email])
  expect(await here.query('SELECT detail FROM history')).toMatchObject([
    { detail: { people: 1, where: `role=${other}, source=TEXT, invited=no` } },
  ])
  await send('--where', `role=${role}`, '--where', `role=${other}`, '--where', 'invited=yes')
  expect(await waitingFor(here, 'announce')).toHaveLength(2)
  expect((await send('--where', 'source=nowhere')).stderr).toBe(
    'There is no one left to send it to with source=nowhere. Each confirmed person gets a letter only once.\n',
  )
})

test('announce reports a letter’s missing pictures, and does not wait for a server that does not respond', async () => {
  const server = createServer(({ url }, response) => {
    if (url === '/slow.png') return
    response.writeHead(url === '/there.png?a=1&b=2' ? 200 : 404).end()
  }).listen(0, '127.0.0.1')
  onTestFinished(() => void server.closeAllConnections())
  onTestFinished(() => void server.close())
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const picture = (path: string): string => `![x](http://127.0.0.1:${port}${path})`
  const paths = ['/there.png?a=1&b=2', '/gone.png?a=1&b=2', '/gone.png?a=1&b=2', '/slow.png']
  const closed = '![x](http://127.0.0.1:1/x.png)'
  const { stderr, code } = await previewOf(letter([...paths.map(picture), closed].join('\n\n')))
  expect(code).toBe(0)
  expect(stderr.split('\n').filter((line) => line.includes('404'))).toEqual([
    `The picture http://127.0.0.1:${port}/gone.png?a=1&b=2 is not online (404). Put it online before you send the letter.`,
  ])
}, 20_000)

test('announce sends only after the owner has seen the number of people and agreed', async () => {
  const { here, file, env } = await newAnnouncement(letter('Hi', '{{first_name|Hello}}, we open'))
  await addPerson(here)
  await addPerson(here, { role: ROLES[1] ?? '' })
  const at = new Date(Date.now() + 86_400_000).toISOString().slice(0, 16)
  const { code, stdout } = await runAtTerminal(
    `announce ${file} --where role=${ROLES[0]} --at ${at}Z`,
    [['[y/N] ', 'n\r']],
    { url: here.url, env: { ...env, MAIL_PER_HOUR: '1' } },
  )
  expect(code).toBe(1)
  expect(stdout.replace(/\s+/g, ' ')).toContain(
    `Send “[${FIELDS.first_name.label}], we open” to 1 person with role=${ROLES[0]}? At 1 email an hour, sending takes ` +
      `up to an hour, starting at ${at.replace('T', ' ')} UTC.`,
  )
  expect(await waitingFor(here, 'announce')).toEqual([])
})

test('a letter contains the recipient’s current answers and unsubscribe link', async () => {
  const { here, env, send } = await newAnnouncement(
    letter('Dear {{first_name|friend}}, as {{role}}:', 'Hello {{first_name|friend}}'),
  )
  const email = await addPerson(here, { first_name: 'Typo' })
  await send()
  await here.query('UPDATE people SET answers = answers || $1', [{ first_name: 'A & <b>' }])
  const mails = await sendDue(here, env)
  const [{ label }] = FIELDS.role.options
  expect(mails).toMatchObject([{ subject: 'Hello A & <b>', to: { text: email } }])
  const [{ html, text = '' } = {}] = mails
  expect(text).toContain(`Dear A & <b>, as ${label}:`)
  expect(html).toContain(`Dear A &amp; &lt;b&gt;, as ${label}:`)
  const [, token] =
    /Leave: https:\/\/site\.example\/waitlist\/leave\?t=([\w-]{43})$/m.exec(text) ?? []
  expect(await here.query('SELECT leave_by_link($1) AS left', [hashToken(token)])).toEqual([
    { left: true },
  ])
})

const PUBLIC = letter('Dear {{first_name|friend}}').replace('\n---\n', '\npublic: true\n---\n')

/** Returns the emails of a build that includes the page of the letter which the command queued. */
const withPageOf = (ended: { readonly stderr: string }): Partial<MailTemplates> => ({
  ...LETTERS,
  news: {
    [cancelOf(ended)[2] ?? '']: {
      path: '/news/launch',
      html: '<a href="{{site}}/news/launch">View</a>',
      text: ' View: {{site}}/news/launch',
    },
  },
})

test('the email of a public letter links to the letter’s page once a build contains it', async () => {
  const { here, env, send } = await newAnnouncement(PUBLIC)
  const before = await addPerson(here)
  const announced = await send()
  expect(announced.stderr).toContain(`the line “sent: ${new Date().toISOString().slice(0, 10)}”`)
  const [mail] = await sendDue(here, env)
  expect(mail).toMatchObject({ to: { text: before }, text: expect.stringMatching(/^Dear Ada\n/) })
  expect(mail?.html).toContain('Dear Ada</p><a href="https://site.example/waitlist/leave')

  const after = await addPerson(here)
  await send()
  const [published] = await sendDue(here, newFolder(withPageOf(announced)).env)
  expect(published).toMatchObject({
    to: { text: after },
    text: expect.stringMatching(/^Dear Ada View: https:\/\/site\.example\/news\/launch\n/),
  })
  expect(published?.html).toContain('<a href="https://site.example/news/launch">View</a>')
})

test('a public letter’s conditions may use the source, but not an answer', async () => {
  const { here, send } = await newAnnouncement(PUBLIC)
  await addPerson(here, { source: 'podcast' })
  expect(await send('--where', `role=${ROLES[0]}`)).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('Leave out --where role, or the line “public:”'),
  })
  expect(await waitingFor(here, 'announce')).toEqual([])
  expect((await send('--where', 'source=podcast')).code).toBe(0)
})

test('the doctor reports the page of a public letter that was withdrawn from everyone, even after a restore', async () => {
  const { here, send } = await newAnnouncement(PUBLIC)
  await addPerson(here)
  const announced = await send()
  const { env, folder } = newFolder(withPageOf(announced))
  const findings = async (url = here.url) => {
    const { stdout } = await run(['doctor', '--json'], { url, env })
    return JSON.parse(stdout).filter(({ check }: { check: string }) => check === 'news')
  }
  const backup = join(folder, 'list.backup')
  const restore = (url: string) => run(['restore', backup], { url })
  await run(['backup', backup], { url: here.url })
  expect(await findings()).toEqual([])
  expect(await run(cancelOf(announced), { url: here.url })).toMatchObject({
    stdout: 'Withdrawn from 1 person.\n',
    stderr: expect.stringContaining('has a line “sent:”, delete that line and build the site'),
  })
  const problem = {
    level: 'problem',
    found: '/news/launch shows a letter that was withdrawn from everyone',
    fix: 'Delete the line sent: in web/content/news/launch.md, and build the site.',
  }
  expect(await findings()).toMatchObject([problem])
  expect((await restore(here.url)).code).toBe(0)
  for (const [days, expected] of [
    [81, []],
    [79, [problem]],
  ] as const) {
    await here.query(`UPDATE letters SET created_at = now() - interval '${days} days'`)
    expect(await findings(), `${days} days`).toMatchObject(expected)
  }
  await send()
  expect(await findings()).toEqual([])

  // This restore withdraws the letter, because it may have been sent after the backup.
  const other = await newInstallation()
  expect((await restore(other.url)).code).toBe(0)
  expect(await other.query('SELECT state FROM mails')).toEqual([{ state: 'withdrawn' }])
  expect(await findings(other.url)).toEqual([])
})

test('a letter’s preview has the site’s look, and sample answers to the form’s questions', async () => {
  const name = FIELDS.first_name.placeholder
  const { html, stderr } = await previewOf(letter('Dear {{first_name}}', 'Hello {{first_name}}'))
  expect(html).toContain(`<p style="margin:0 0 16px;color:#333">Dear ${name}</p>`)
  expect(html).toContain('<a href="https://site.example/waitlist/leave">Leave</a>')
  expect(stderr).toContain(`Subject: Hello ${name}\n\nDear ${name}\n`)
})

test('announce --at waits for its time, and skips people who leave before then', async () => {
  const { here, env, send } = await newAnnouncement()
  const [stays, leaves] = [await addPerson(here), await addPerson(here)]
  const at = new Date(Date.now() + 3_600_000).toISOString().slice(0, 16)
  expect((await send('--at', `${at}Z`)).code).toBe(0)
  expect(await sendDue(here, env)).toEqual([])
  await here.query("SELECT suppress($1, 'left')", [leaves])
  await here.query("UPDATE mails SET due_at = due_at - interval '1 hour'")
  expect(await sendDue(here, env)).toMatchObject([{ to: { text: stays } }])
  expect(await waitingFor(here, 'announce')).toEqual([])
})

test('announce warns about a letter that Gmail would cut off before the unsubscribe link', async () => {
  const points = (count: number) => letter('- a [point](/pricing) about the kit\n'.repeat(count))
  expect((await previewOf(points(2000))).stderr).toMatch(
    /The email contains \d{3},\d{3} bytes of HTML\. Gmail cuts/,
  )
  expect((await previewOf(points(90))).stderr).not.toContain('Gmail')
})
