import { readdirSync, readFileSync, renameSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { erase } from '../../../api/src/list/people/erase.ts'
import { suppressionsFile } from '../../../api/src/list/suppressions/file.ts'
import { openPost } from '../../../api/src/mail/transport/post.ts'
import { readConfig } from '../../../api/src/system/settings.ts'
import { choreRound } from '../../../api/src/worker/chores.ts'
import type { Settings } from '../../support/app.ts'
import { newInstallation } from '../support/installations.ts'
import { addPerson, addUnconfirmed, newFolder, sendDue } from '../support/mailing.ts'

const [TEN_SECONDS, HOUR, DAY] = [10_000, 3_600_000, 86_400_000]

/**
 * A worker's chores, by default without a mail server, on a machine whose clock is set back by a day after each round.
 */
async function newChores(settings: Settings = {}) {
  const [here, { env, folder }] = [await newInstallation(), newFolder()]
  const { transport, mailFolder } = await openPost(readConfig({ ...env, ...settings }))
  onTestFinished(() => transport.close())
  const suppressions = suppressionsFile(folder)
  const hasServer = 'SMTP_URL' in settings
  const round = choreRound({
    mailFolder,
    hasServer,
    reminds: false,
    suppressionsFile: suppressions,
    templates: { after: [] },
  })
  vi.useFakeTimers({ toFake: ['performance', 'Date'] })
  onTestFinished(() => void vi.useRealTimers())
  return {
    here,
    env,
    folder,
    suppressions,
    rename: (from: string, to: string) => renameSync(join(mailFolder, from), join(mailFolder, to)),
    mails: () => readdirSync(mailFolder).toSorted(),
    async later(milliseconds: number) {
      vi.advanceTimersByTime(milliseconds)
      await round(here)
      vi.setSystemTime(Date.now() - DAY)
    },
  }
}

test('an erased person’s email files are deleted within seconds, even truncated ones', async () => {
  const { here, env, rename, mails, later } = await newChores()
  const people = ['ada@example.com', 'ada.cut@example.com', 'bo@example.com']
  for (const email of people) {
    await addUnconfirmed(here, email)
    await sendDue(here, env)
    vi.advanceTimersByTime(1)
  }
  // The names of these files begin with the time.
  const [ada = '', cut = '', bo = ''] = mails()
  rename(cut, `${cut}.new`)
  await later(0)
  expect(mails()).toEqual([ada, `${cut}.new`, bo])
  for (const email of people.slice(0, 2)) await erase(here, email)
  await later(TEN_SECONDS)
  expect(mails()).toEqual([bo])
})

test('once there is a mail server, email files are deleted with their person or their record', async () => {
  const { here, env, mails, later } = await newChores({ SMTP_URL: 'smtp://127.0.0.1:1' })
  for (const email of ['ada@example.com', 'bo@example.com', 'cy@example.com']) {
    await addUnconfirmed(here, email)
    await sendDue(here, env)
    vi.advanceTimersByTime(1)
  }
  const [ada, bo, cy] = mails()
  await later(0)
  expect(mails()).toEqual([ada, bo, cy])
  await erase(here, 'ada@example.com')
  await here.query("DELETE FROM mails WHERE mailbox = 'cy@example.com'")
  await later(TEN_SECONDS)
  expect(mails()).toEqual([bo])
})

test('with a mail server, the worker needs no folder for email files', async () => {
  const { here, folder, later } = await newChores({ SMTP_URL: 'smtp://127.0.0.1:1' })
  await later(0)
  expect(readdirSync(folder)).not.toContain('mail')
  expect(await here.query('SELECT FROM jobs')).not.toEqual([])
})

test('the worker copies an erasure through a link into the suppressions file', async () => {
  const { here, suppressions, later } = await newChores()
  const email = await addPerson(here)
  await here.query('INSERT INTO links VALUES ($1, $2)', ['token', email])
  await later(0)
  await here.query("SELECT erase_by_link('token')")
  await later(TEN_SECONDS)
  expect(readFileSync(suppressions, 'utf8')).toContain('{"table":"suppressions"')
})

test('the jobs run every hour, and not sooner', async () => {
  const { here, later } = await newChores()
  for (const [wait, runs] of [
    [0, true],
    [HOUR - TEN_SECONDS, false],
    [TEN_SECONDS, true],
    [HOUR, true],
  ] as const) {
    await here.query('DELETE FROM jobs')
    await later(wait)
    expect((await here.query('SELECT FROM jobs')).length > 0).toBe(runs)
  }
})
