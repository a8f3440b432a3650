import { expect, test } from 'vitest'
import { erase } from '../../../../api/src/list/people/erase.ts'
import { runJobs } from '../../../../api/src/list/retention.ts'
import { includeEarlier, wantAfter } from '../../../../api/src/mail/letters/after.ts'
import type { AfterLetter } from '../../../../letters/mail-templates.ts'
import { ROLES, SET_DEFAULTS } from '../../../support/people.ts'
import { contents, newInstallation, sendMail, tablesWith } from '../../support/installations.ts'
import {
  classes,
  clickLink,
  letter,
  passDays,
  round,
  withPerson,
} from '../../support/letters-after.ts'
import { A_DAY, addPerson, addSending, minutesAgo, newFolder } from '../../support/mailing.ts'
import { run, runAtTerminal } from '../../support/run-program.ts'
import { backedUp, imported, restored } from '../../support/transfers.ts'

/** Prepares the owner's program with the letter's file and a build that includes the letter. */
async function newProgram(after: readonly AfterLetter[]) {
  const here = await newInstallation()
  const { env, write } = newFolder({ after })
  const file = write('question.md', '---\nsubject: Hello\nafter: 3d\n---\n\nHello\n')
  return { here, file, write, options: { url: here.url, env: { ...env, MAIL_PER_HOUR: '100' } } }
}

test('a new letter goes to people who confirmed earlier only with announce --also-earlier', async () => {
  const letters = [letter('question', 3)]
  const { here, file, options } = await newProgram(letters)
  const include = () => run(['announce', file, '--also-earlier', '--yes'], options)
  await addPerson(here)
  expect(await run(['announce', file, '--yes'], options)).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('This letter is sent automatically'),
  })
  const erased = await addPerson(here)
  const mailbox = await addPerson(here, { confirmed_at: null })
  for (const other of [
    { kind: 'announce', about: 'question', state: 'sent' },
    { kind: 'after', about: 'question', state: 'failed' },
    { kind: 'after', about: 'other', state: 'withdrawn' },
    { kind: 'announce', about: 'other', state: 'withdrawn' },
  ] as const)
    await addSending(here, { ...other, mailbox })
  const third = await addPerson(here, { confirmed_at: null })
  await addSending(here, {
    kind: 'announce',
    about: 'question',
    mailbox: third,
    state: 'withdrawn',
  })
  await passDays(here, 5)
  expect(await include()).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('does not know the letter'),
  })
  expect(await round(here, letters)).toEqual([])
  expect(await include()).toMatchObject({ code: 0 })
  expect(await round(here, letters)).toEqual(['question, Ada', 'question, Ada'])
  expect(await round(here, letters)).toEqual([])
  expect(await include()).toMatchObject({ code: 0, stderr: expect.stringContaining('Everyone') })
  await erase(here, erased)
  const { stdout } = await run(['stats'], options)
  expect(stdout).toMatch(/Letter +People\n(?:.*─.*\n)?question +1\n\n/)
  expect(await here.query("SELECT FROM mails WHERE state = 'withdrawn'")).toHaveLength(3)
})

test('a letter for day three can be tried with an imported person who confirmed earlier', async () => {
  const letters = [letter('welcome', 0), letter('question', 3)]
  const { here, file, write, options } = await newProgram(letters)
  await round(here, letters)
  await passDays(here, 10)
  await round(here, letters)
  const people = `email,first_name,last_name,role,confirmed_at\nyou@example.com,You,Test,${ROLES[0]},${minutesAgo(5 * A_DAY)}\n`
  const args = ['import', write('you.csv', people), '--confirmed', ...SET_DEFAULTS]
  expect(await run(args, options)).toMatchObject({
    code: 0,
    stdout: 'Added 1 person.\n',
    stderr: '',
  })
  expect(await round(here, letters)).toEqual([])
  expect(await run(['announce', file, '--also-earlier', '--yes'], options)).toMatchObject({
    code: 0,
  })
  expect(await round(here, letters)).toEqual(['question, You'])
})

test('announce --also-earlier says how many people will get the letter and how long it will take, and asks first', async () => {
  const letters = [
    letter('another', 3),
    letter('question', 3, { where: [{ name: 'source', values: ['friend'] }] }),
  ]
  const { here, file, options } = await newProgram(letters)
  const friend = { source: 'friend', confirmed_at: minutesAgo(5 * A_DAY) }
  const early = await addPerson(here, friend)
  await addSending(here, { kind: 'announce', about: 'question', mailbox: early, state: 'sent' })
  await addSending(here, { kind: 'after', about: 'another', mailbox: early, state: 'sent' })
  await wantAfter(here, letters)
  for (const changes of [
    { ...friend, source: 'other' },
    { ...friend, left_at: 'now' },
  ]) {
    await addPerson(here, changes)
  }
  await addPerson(here, { source: 'friend', first_name: 'Will get it anyway' })
  for (const state of ['sent', 'waiting', 'withdrawn'] as const) {
    const mailbox = await addPerson(here, { source: 'friend', first_name: 'Has a row' })
    await addSending(here, { kind: 'after', about: 'question', mailbox, state })
  }
  await addPerson(here, { ...friend, confirmed_at: minutesAgo(A_DAY) })
  const before = await contents(here.url)
  const { code, stdout } = await runAtTerminal(
    `announce ${file} --also-earlier`,
    [['[y/N] ', 'n\r']],
    options,
  )
  expect([code, stdout.replaceAll(/\s+/g, ' ')]).toEqual([
    1,
    expect.stringContaining(
      'Also send “question” to 3 people who confirmed before it was added? ' +
        'At 100 emails an hour, sending takes up to an hour. [y/N]',
    ),
  ])
  expect(await contents(here.url)).toEqual(before)
})

test('announce --also-earlier sends a letter that a restore has held back', async () => {
  const letters = [letter('welcome', 0)]
  const { here } = await withPerson(letters, 0)
  await wantAfter(here, letters)
  const there = await newInstallation()
  await restored(there, await backedUp(here))
  expect(await round(there, letters)).toEqual([])
  await includeEarlier(there, 'welcome')
  expect(await round(there, letters)).toEqual(['welcome, Ada'])
})

const csv = (...people: string[]): string =>
  ['first_name,last_name,email,role', ...people.map((person) => `${person},${ROLES[0]}`)].join('\n')

test('letters to people whom an import confirms are bulk, even if these people had been emailed before', async () => {
  const here = await newInstallation()
  const letters = [letter('one', 0)]
  await round(here, letters)
  await addPerson(here, { email: 'ada@example.com', confirmed_at: null })
  await sendMail(here.url, 'ada@example.com', 'token')
  const file = csv('Ada,Li,ada@example.com', 'Bo,Li,bo@example.com')
  expect(await imported(here, file, { confirmed: true })).toMatchObject({ added: 1, confirmed: 1 })
  await wantAfter(here, letters)
  expect(await classes(here)).toEqual(['Ada one bulk', 'Bo one bulk'])
  await here.query("SELECT suppress('ada@example.com', 'left')")
  await clickLink(here, 'ada@example.com')
  await wantAfter(here, letters)
  expect(await classes(here)).toContain('Ada one asked')
})

test('import --no-letters skips letters, unless the owner includes earlier people or the person clicks', async () => {
  const here = await newInstallation()
  const letters = [letter('one', 0), letter('two', 100)]
  await round(here, letters)
  await addPerson(here, { email: 'ada@example.com', confirmed_at: null })
  const file = csv('Ada,Li,ada@example.com', 'Bo,Li,bo@example.com', 'Cy,Li,cy@example.com')
  await imported(here, file, { confirmed: true, letters: false })
  const listed = await addPerson(here, { first_name: 'Listed' })
  expect(await round(here, letters)).toEqual(['one, Listed'])
  await here.query("SELECT suppress('cy@example.com', 'left')")
  await clickLink(here, 'cy@example.com')
  expect(await round(here, letters)).toEqual(['one, Cy'])
  await erase(here, listed)
  // The records of other withdrawn emails are deleted after 90 days.
  await passDays(here, 95)
  await runJobs(here, { canSend: true })
  await passDays(here, 6)
  expect(await round(here, letters)).toEqual(['two, Cy'])
  await erase(here, 'bo@example.com')
  expect(await tablesWith(here.url, 'bo@example.com')).toEqual([])
  await includeEarlier(here, 'one')
  expect(await round(here, letters)).toEqual(['one, Ada'])
})
