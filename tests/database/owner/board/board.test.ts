import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import supertest from 'supertest'
import { describe, expect, onTestFinished } from 'vitest'
import { mailboxOf } from '../../../../api/src/list/people/mailbox.ts'
import { suppressionsFile } from '../../../../api/src/list/suppressions/file.ts'
import { readConfig } from '../../../../api/src/system/settings.ts'
import { WAITLIST_PATH } from '../../../../contract/waitlist.ts'
import { type OpenBoard, openBoard, startBoard } from '../../../support/board.ts'
import { select } from '../../../support/database.ts'
import { temporaryFolder } from '../../../support/for-a-test.ts'
import { bodyOf, newPerson } from '../../../support/people.ts'
import { ROOT } from '../../../support/repository.ts'
import { newSmtp } from '../../../support/smtp.ts'
import { test } from '../../support/board-test.ts'
import { newInstallation } from '../../support/installations.ts'
import type { List } from '../../support/list.ts'
import { addPerson, addSending, newFolder } from '../../support/mailing.ts'
import { outcome, start } from '../../support/run-program.ts'
import { exported } from '../../support/transfers.ts'

const get = ({ origin, cookie }: OpenBoard, path: string) =>
  supertest(origin).get(path).set('cookie', cookie)

const post = ({ origin, cookie }: OpenBoard, path: string, values: Record<string, string>) =>
  supertest(origin)
    .post(path)
    .set('cookie', cookie)
    .set('origin', origin)
    .set('sec-fetch-site', 'same-origin')
    .type('form')
    .send(values)

const keyOf = (email: string): string => mailboxOf(email) ?? ''
const rows = (list: List, sql: string) => select<Record<string, unknown>>(list.app.databaseUrl, sql)

describe('waitlist board', () => {
  test.for(['SIGINT', 'SIGTERM'] as const)(
    'the board prints its link, shows the newest people, and exits with 0 on %s',
    async (signal, { list }) => {
      const child = start(['board'], { url: list.app.databaseUrl })
      onTestFinished(() => void child.kill('SIGKILL'))
      const ended = outcome(child)
      if (child.stdout === null) throw new Error('The command has no output.')
      const [url] = (await once(createInterface(child.stdout), 'line')) as [string]
      const person = newPerson()
      await list.app.http.post(WAITLIST_PATH).send(bodyOf(person)).expect(201)
      expect(url).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/\?token=[\w-]{43}$/)
      const elsewhere = url.replace('127.0.0.1', '127.0.0.2')
      await expect(fetch(elsewhere), 'only the loopback is served').rejects.toThrow()
      const open = await openBoard({ url })
      expect((await get(open, '/people')).text).toContain(person.email)
      child.kill(signal)
      expect(await ended).toMatchObject({ code: 0 })
      await expect(fetch(open.origin)).rejects.toThrow()
    },
  )
})

/** Starts the `waitlist` script with a fake `docker` that runs these shell commands in a new folder. */
function startScript(args: readonly string[], docker: string) {
  const dir = temporaryFolder()
  writeFileSync(join(dir, 'docker'), `#!/bin/sh\ncd ${dir}\n${docker}`, { mode: 0o755 })
  const env = { PATH: `${dir}:${process.env['PATH']}` }
  return { dir, script: spawn(join(ROOT, 'waitlist'), args, { env }) }
}

describe('under Compose', () => {
  test.each([
    ['board', '8090'],
    ['board --port 9000', '9000'],
    ['board --port=9001', '9001'],
  ])('`%s` opens port %s only on the loopback interface', async (args, port) => {
    const { script } = startScript(
      args.split(' '),
      'case $* in *" ps "*) echo healthy ;; *) echo "$*" ;; esac',
    )
    const { code, stdout } = await outcome(script)
    expect(code).toBe(0)
    expect(stdout.match(/--publish \S+/g)).toEqual([`--publish 127.0.0.1:${port}:${port}`])
    expect(stdout.trim()).toMatch(new RegExp(` waitlist board .*--in-container --port ${port}$`))
  })

  test.each(['SIGHUP', 'SIGINT', 'SIGTERM'] as const)(
    'a board whose script is ended by %s leaves no container behind',
    async (signal) => {
      const { dir, script } = startScript(
        ['board'],
        `case $* in
           *" ps "*) echo healthy ;;
           stop*) echo "$2" >stopped; kill "$(cat running)" ;;
           *) echo $$ >running; echo "$*"; exec sleep 60 ;;
         esac`,
      )
      const [line] = (await once(createInterface(script.stdout), 'line')) as [string]
      script.kill(signal)
      await once(script, 'close')
      const name = readFileSync(join(dir, 'stopped'), 'utf8').trim()
      expect(line).toContain(`--name ${name} `)
    },
  )
})

describe('the pages', () => {
  test('people are found by part of their address or answer, in pages of fifty, sorted by any column', async () => {
    const installation = await newInstallation()
    await installation.query(
      `INSERT INTO people (email, mailbox, answers, joined_at)
       SELECT address, address, jsonb_build_object('first_name', 'Kiln', 'role', (n % 7)::text), now() - n * interval '1 minute'
       FROM generate_series(1, 120) AS n, format('p%s@example.com', n) AS address`,
    )
    const served = await startBoard(installation.url)
    onTestFinished(served.close)
    const board = await openBoard(served)
    const pages: string[][] = []
    for (const query of ['search=P120@', 'search=kILN', 'page=2', 'page=3']) {
      const { text } = await get(board, `/people?${query}`)
      pages.push(text.match(/(?<=<small>)p\d+@[^<]+/g) ?? [])
    }
    expect(pages.map((page) => page.length)).toEqual([1, 50, 50, 20])
    expect(new Set(pages.flat()).size).toBe(120)
    await installation.query("UPDATE people SET confirmed_at = now() WHERE mailbox ~ '^p9@'")
    for (const [sort, people] of [
      ['email', ['p100@', 'p101@']],
      ['-email', ['p9@', 'p99@']],
      ['joined_at', ['p120@', 'p119@']],
      ['role', ['p105@', 'p112@']],
      ['-state', ['p9@', 'p100@']],
      ['1; DROP TABLE people', ['p1@', 'p2@']],
    ] as const) {
      const { text } = await get(board, `/people?sort=${sort}`)
      expect(text.match(/(?<=<small>)p\d+@/g)?.slice(0, 2), sort).toEqual(people)
    }
  })

  test('an erasure on the board writes the suppressions file before it finishes', async ({
    list,
  }) => {
    const file = suppressionsFile(temporaryFolder())
    const served = await startBoard(list.app.databaseUrl, { suppressions: file })
    onTestFinished(served.close)
    const { email } = await list.join()
    await post(await openBoard(served), '/person/erase', { who: keyOf(email) }).expect(303)
    expect(readFileSync(file, 'utf8')).toContain('{"table":"suppressions"')
  })

  test('the overview says how fast people join, what share of them takes each step, and what needs attention', async () => {
    const here = await newInstallation()
    await here.query(
      `INSERT INTO people (email, mailbox, answers, joined_at, confirmed_at, consented_at, claimed_at)
       SELECT address, address, '{}', at, CASE WHEN n < 4 THEN at END, at, CASE WHEN n < 1 THEN at END
       FROM generate_series(0, 7) AS n, format('p%s@example.com', n) AS address,
         LATERAL (SELECT now() - n * interval '2 days' AS at) AS joined`,
    )
    await here.query("INSERT INTO visits VALUES (current_date - 20, '/', '', 40)")
    const served = await startBoard(here.url)
    onTestFinished(served.close)
    const { text } = await get(await openBoard(served), '/')
    const shown = text.replace(/<[^>]*>/g, ' ').replace(/\s+/g, ' ')
    for (const part of [
      '1 joined today, 4 in the last seven days, 3 in the seven days before, 33% more.',
      'On the list 8 20% of 40 visits Confirmed 4 50% of the list Invited 1 25% of confirmed Claimed 1 100% of invited',
      'Needs attention 4 not confirmed',
      'the list has never been backed up',
    ]) {
      expect(shown).toContain(part)
    }
  })

  test('the overview shows visits and rates by source, and the referrers', async ({
    board,
    list,
  }) => {
    const [one, other] = [await list.join(), await list.join()]
    await rows(
      list,
      `UPDATE people SET confirmed_at = now(), referral_code = 'bcdfghjklm' WHERE email = '${one.email}';
       UPDATE people SET confirmed_at = now(), source = 'bcdfghjklm' WHERE email = '${other.email}';
       INSERT INTO visits VALUES (current_date, '/', 'newsletter', 40)`,
    )
    const { text } = await get(board, '/')
    expect(text).toMatch(/<th scope="row">newsletter<\/th><td>40<\/td>/)
    expect(text).toMatch(/<th scope="row">a friend<\/th><td>0<\/td>/)
    const [, friends = ''] = text.split('<h2>Top referrers')
    expect(friends).toMatch(new RegExp(`${one.email}</a></th><td>1<`))
  })

  test('the board resends a confirmation only to unconfirmed people', async ({ list, board }) => {
    const [waiting, confirmed] = [await list.join(), await list.join()]
    await list.join()
    await rows(list, `UPDATE people SET confirmed_at = now() WHERE email = '${confirmed.email}'`)
    await rows(list, 'DELETE FROM mails')
    for (const { email } of [waiting, confirmed]) {
      expect((await post(board, '/person/resend', { who: keyOf(email) })).status).toBe(303)
    }
    expect(await rows(list, 'SELECT kind, mailbox FROM mails')).toEqual([
      { kind: 'confirm', mailbox: keyOf(waiting.email) },
    ])

    await rows(
      list,
      "UPDATE mails SET state = 'failed', ended_at = now(), attempts = 9, reply = '550'",
    )
    expect((await get(board, '/mail')).text).toContain('failed (9 attempts, 550)')
    const { text } = await get(board, `/person?who=${keyOf(waiting.email)}`)
    expect(text).toMatch(/Joined<.*\n.*confirm: failed \(9 attempts, 550\)/s)
    expect((await post(board, '/mail/retry', {})).status).toBe(303)
    expect(await rows(list, 'SELECT state FROM mails')).toEqual([{ state: 'waiting' }])
    await rows(list, "UPDATE mails SET state = 'written', ended_at = now()")
    expect((await get(board, '/mail')).text).toContain('aria-current="page">written 1<')
  })

  test('the board asks before it invites, tests a letter or withdraws a letter, and acts only once', async () => {
    const here = await newInstallation()
    const people = [await addPerson(here), await addPerson(here), await addPerson(here)]
    await here.query(
      "INSERT INTO letters (id, subject, html, text) VALUES ('launch', 'Our launch', '<p>Hi</p>', 'Hi')",
    )
    await addSending(here, { kind: 'announce', about: 'launch', mailbox: people[0] ?? '' })
    const smtp = await newSmtp()
    const { MAILS_FILE: mailsFile } = newFolder().env
    const { mail } = readConfig({ SMTP_URL: smtp.url })
    const served = await startBoard(here.url, { mail, mailsFile })
    onTestFinished(served.close)
    const board = await openBoard(served)
    const waiting = () =>
      here.query("SELECT kind, mailbox FROM mails WHERE state = 'waiting' ORDER BY kind, due_at")
    const announced = { kind: 'announce', mailbox: people[0] }
    const agree = async ({ text }: { readonly text: string }) => {
      const [, token = ''] = /name="token" value="([^"]+)"/.exec(text) ?? []
      const [, done = ''] = /name="done" value="([^"]+)"/.exec(text) ?? []
      const send = () => post(board, '/do', { token, done })
      const { headers } = await send().expect(303)
      expect((await send().expect(422)).text).toContain('Nothing was changed this time.')
      return (await get(board, headers['location'] ?? '')).text
    }

    const invitation = await get(board, '/invite?count=2')
    expect(invitation.text).toMatch(/Invite 2 people\? Sending takes up to an hour/)
    expect(people.map((person) => invitation.text.includes(person))).toEqual([true, true, false])
    expect(await waiting()).toEqual([announced])
    expect(await agree(invitation)).toContain('Invitations queued.')
    const invited = people.slice(0, 2).map((mailbox) => ({ kind: 'invite', mailbox }))
    expect(await waiting()).toEqual([announced, ...invited])
    expect((await get(board, '/invite?count=some')).text).toContain('expected a whole number')

    const draft = '---\nsubject: A draft\n---\n\nSoon.\n'
    for (const [sent, subject] of [
      [{ letter: 'launch', text: '' }, 'Our launch'],
      [{ letter: '', text: draft }, 'A draft'],
    ] as const) {
      const before = smtp.received.length
      const asked = await post(board, '/test', { ...sent, to: 'me@example.com' })
      expect(asked.text).toContain(`Send a test of “${subject}” to me@example.com?`)
      expect(smtp.received).toHaveLength(before)
      expect(await agree(asked)).toContain('Test sent.')
      expect(smtp.received.at(-1)).toMatchObject({ to: 'me@example.com', mail: { subject } })
    }

    const withdrawal = await get(board, '/cancel?letter=launch')
    expect(withdrawal.text).toContain('Withdraw “Our launch” from 1 person?')
    expect(await agree(withdrawal)).toContain('Withdrawn')
    expect(await waiting()).toEqual(invited)
  })

  test('the board’s download is the same as the CSV export', async ({ list, board }) => {
    await list.join()
    const { headers, text } = await get(board, '/export/people.csv').buffer(true)
    expect(headers['content-disposition']).toBe('attachment; filename="people.csv"')
    expect(text).toBe(await exported(list.session, 'csv'))
  })
})
