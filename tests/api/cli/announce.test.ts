import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type ParsedMail, simpleParser } from 'mailparser'
import { expect, onTestFinished, test } from 'vitest'
import { readOwnerConfig } from '../../../api/src/config/owner.ts'
import { hashToken } from '../../../api/src/links/tokens.ts'
import { openPost } from '../../../api/src/queue/post.ts'
import { mailSender } from '../../../api/src/queue/send-mails.ts'
import { newInstallation, recorded } from '../../support/program/installations.ts'
import { addPerson, newFolder, UNREACHABLE, waitingFor } from '../../support/program/mailing.ts'
import { run, runAtTerminal } from '../../support/program/run-program.ts'
import { startSmtp } from '../../support/smtp.ts'

const letter = (body: string, subject = 'We open'): string =>
  `---\nsubject: ${subject}\n---\n\n${body}\n`

/** An installation with a letter, and the program that announces it. */
async function newAnnouncement(source = letter('We open *today*.')) {
  const here = await newInstallation()
  const { write, env } = newFolder()
  const file = write('launch.md', source)
  const send = (...args: string[]) =>
    run(['announce', file, '--to', 'confirmed', '--yes', ...args], { url: here.url, env })
  return { here, file, env, send, write }
}

/** The mail of a folder that has one. */
async function onlyMail(folder: string): Promise<ParsedMail> {
  const [name = '', ...others] = readdirSync(folder)
  expect(others).toEqual([])
  return simpleParser(readFileSync(join(folder, name)))
}

/** Writes the preview of a letter without a database. */
async function previewOf(source: string, name = 'launch.md') {
  const { folder, write, env } = newFolder()
  const out = join(folder, 'preview.html')
  const ended = await run(['announce', write(name, source), '--preview', '--out', out], { env })
  return { ...ended, html: ended.code === 0 ? readFileSync(out, 'utf8') : '' }
}

test('announce queues a letter for everybody who has confirmed, left nothing and can be reached', async () => {
  const { here, send } = await newAnnouncement()
  const people = [await addPerson(here), await addPerson(here)]
  for (const [, changes] of UNREACHABLE) await addPerson(here, changes)
  expect(await send()).toEqual({
    code: 0,
    stdout: 'Queued for 2 people. They get it within an hour.\n',
    stderr: '',
  })
  expect((await waitingFor(here, 'announce')).toSorted()).toEqual(people)
  expect(await recorded(here.url)).toEqual(['announce'])
})

test('a letter is stored in the frame of the site, with the placeholders of links', async () => {
  const { here, send } = await newAnnouncement(letter('See [our plans](/plans).', 'We open & more'))
  await addPerson(here)
  await send()
  expect(await here.query('SELECT subject, html, text FROM announcements')).toEqual([
    {
      subject: 'We open & more',
      html:
        '<title>We open &amp; more</title><p style="margin:0 0 16px;color:#333">See ' +
        '<a href="https://shop.example/plans" style="color:#06c">our plans</a>.</p>' +
        '<a href="{{leave}}">Leave</a>',
      text: 'See our plans <https://shop.example/plans>.\n\nLeave: {{leave}}',
    },
  ])
})

test('the same letter again goes only to people who have not got it', async () => {
  const { here, send } = await newAnnouncement()
  const [had, waits] = [await addPerson(here), await addPerson(here)]
  await send()
  await here.query(`UPDATE outbox SET finished_at = now(), outcome = 'sent' WHERE email_key = $1`, [
    had,
  ])
  const late = await addPerson(here)
  const { stdout } = await send('--json')
  expect(JSON.parse(stdout)).toMatchObject({ queued: 1 })
  expect((await waitingFor(here, 'announce')).toSorted()).toEqual([waits, late].toSorted())
  expect((await send()).stderr).toMatch(/^Nobody is left to get it/)
})

test('two operators who announce a letter at once send it once to each person', async () => {
  const { here, send } = await newAnnouncement()
  for (let number = 0; number < 5; number += 1) await addPerson(here)
  const outcomes = await Promise.all([send('--json'), send('--json')])
  const queued = outcomes.map(({ stdout }) => JSON.parse(stdout).queued)
  expect(queued.toSorted()).toEqual([0, 5])
  expect(await waitingFor(here, 'announce')).toHaveLength(5)
})

test('a letter stays the same announcement when the look of the site changes', async () => {
  const { here, file, send } = await newAnnouncement()
  await addPerson(here)
  await send()
  const { env } = newFolder({ p: 'color:red' })
  const again = ['announce', file, '--to', 'confirmed', '--yes', '--json']
  const { stdout } = await run(again, { url: here.url, env })
  expect(JSON.parse(stdout)).toMatchObject({ queued: 0 })
})

test('an announcement older than 80 days is not resumed', async () => {
  const { here, send } = await newAnnouncement()
  await addPerson(here)
  await send()
  await addPerson(here)
  await here.query(`UPDATE announcements SET created_at = now() - interval '79 days'`)
  expect(await send()).toMatchObject({ code: 0 })
  await addPerson(here)
  await here.query(`UPDATE announcements SET created_at = now() - interval '81 days'`)
  const { code, stderr } = await send()
  expect([code, stderr]).toEqual([1, expect.stringContaining('cannot be resumed')])
  expect(await waitingFor(here, 'announce')).toHaveLength(2)
})

test('announce asks with the number of people and the time, and sends nothing without a yes', async () => {
  const { here, file, env } = await newAnnouncement()
  for (let number = 0; number < 3; number += 1) await addPerson(here)
  const { code, stdout } = await runAtTerminal(
    `announce ${file} --to confirmed`,
    [['[y/N] ', 'n\r']],
    { url: here.url, env: { ...env, MAIL_PER_HOUR: '1' } },
  )
  expect(code).toBe(1)
  expect(stdout).toContain(
    'Send “We open” to 3 people? At 1 mail an hour they get it in about 3 hours.',
  )
  expect(await waitingFor(here, 'announce')).toEqual([])
})

test('Markdown with tables and pictures becomes HTML and text', async () => {
  const { html, stderr } = await previewOf(
    letter('# Hello\n\nIt is 12.\n\n![Our shop](/shop.png)\n\n| A | B |\n|---|---|\n| 1 | 2 |'),
  )
  expect(html).toContain('<p style="margin:0 0 16px;color:#333">It is 12.</p>')
  expect(html).toContain('<img src="https://shop.example/shop.png" alt="Our shop">')
  expect(html).toContain('<td>1</td>')
  expect(html).toContain('<a href="https://shop.example/waitlist/leave">Leave</a>')
  expect(stderr).toContain('Subject: We open\n\nHello\n\nIt is 12.\n\nOur shop\n\nA   B\n1   2\n')
})

test.each([
  ['HTML', letter('Hi\n\n<b>x</b>'), /^launch\.md, line 7: a letter is Markdown and has no HTML/],
  ['a dangerous link', letter('[x](javascript:y)'), /^launch\.md, line 5: a link cannot begin/],
  ['broken front matter', '---\nsubject: x\ntags: [\n---\n', /^launch\.md, line 3: Flow sequence/],
  ['no subject', '# Hi', /^launch\.md has no subject\./],
])('a letter with %s is refused in a sentence with the line', async (_what, source, sentence) => {
  expect(await previewOf(source)).toMatchObject({
    code: 1,
    stderr: expect.stringMatching(sentence),
  })
})

test('a letter in MDX is refused in a sentence with the line', async () => {
  const { code, stderr } = await previewOf(letter('It is {price}.'), 'launch.mdx')
  expect([code, stderr]).toEqual([
    1,
    expect.stringMatching(/^launch\.mdx, line 5: a letter is Mark/),
  ])
})

test('an announced mail comes with links of the person who gets it', async () => {
  const { here, env, send } = await newAnnouncement()
  const email = await addPerson(here)
  await send()
  const post = await openPost(readOwnerConfig(env))
  const sender = mailSender({ ...post, onOutcome: () => {} })
  await sender.turn(here, 10)
  await sender.drain(here)
  const mail = await onlyMail(join(env.DATA_DIR, 'mail'))
  expect(mail).toMatchObject({ subject: 'We open', to: { text: email } })
  const [, token = ''] =
    /Leave: https:\/\/shop\.example\/waitlist\/leave\?t=([\w-]{43})$/m.exec(mail.text ?? '') ?? []
  expect(await here.query('SELECT leave_by_link($1) AS left', [hashToken(token)])).toEqual([
    { left: true },
  ])
})

test('announce --test sends one mail, to that address only, and queues nothing', async () => {
  const { here, file, env } = await newAnnouncement()
  await addPerson(here)
  const smtp = await startSmtp()
  onTestFinished(() => smtp.close())
  const settings = { ...env, SMTP_URL: smtp.url }
  const test = ['announce', file, '--test', 'me@example.com']
  const { code, stdout } = await run(test, { url: here.url, env: settings })
  expect([code, stdout]).toEqual([0, expect.stringContaining('Its links do nothing.')])
  expect(smtp.received).toMatchObject([{ to: 'me@example.com', mail: { subject: 'We open' } }])
  expect(smtp.received[0]?.mail.text).toContain('Leave: https://shop.example/waitlist/leave')
  expect(await here.query('SELECT FROM outbox')).toEqual([])
})

test('announce --test says so when the mail server does not take the mail', async () => {
  const { file, env } = await newAnnouncement()
  const settings = { ...env, SMTP_URL: 'smtp://127.0.0.1:9' }
  expect(await run(['announce', file, '--test', 'me@example.com'], { env: settings })).toEqual({
    code: 1,
    stdout: '',
    stderr: 'The mail was not sent: connect ECONNREFUSED 127.0.0.1:9.\n',
  })
})

test('announce without --to, --test or --preview is wrong usage', async () => {
  const { file, env } = await newAnnouncement()
  expect(await run(['announce', file], { env })).toMatchObject({ code: 2, stdout: '' })
})
