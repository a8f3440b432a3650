import { readdirSync, readFileSync, renameSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { erase } from '../../../api/src/list/erase.ts'
import { refusalsFile } from '../../../api/src/list/refusals-file.ts'
import { openPost } from '../../../api/src/mail/post.ts'
import { readConfig } from '../../../api/src/system/settings.ts'
import { choreRound } from '../../../api/src/worker/chores.ts'
import { newInstallation } from '../support/installations.ts'
import { addPerson, addUnconfirmed, newFolder, sendDue } from '../support/mailing.ts'

const [TEN_SECONDS, HOUR, DAY] = [10_000, 3_600_000, 86_400_000]

/** The chores of a worker without a mail server, on a machine whose clock is set back by a day after each round. */
async function newChores() {
  const [here, { env, folder }] = [await newInstallation(), newFolder()]
  const { transport } = await openPost(readConfig(env))
  onTestFinished(() => transport.close())
  const refusals = refusalsFile(folder)
  const chores = { transport, hasServer: false, reminds: false, refusalsFile: refusals }
  const round = choreRound(chores)
  vi.useFakeTimers({ toFake: ['performance', 'Date'] })
  onTestFinished(() => void vi.useRealTimers())
  const files = join(folder, 'mail')
  return {
    here,
    env,
    refusals,
    rename: (from: string, to: string) => renameSync(join(files, from), join(files, to)),
    mails: () => readdirSync(files).toSorted(),
    async later(milliseconds: number) {
      vi.advanceTimersByTime(milliseconds)
      await round(here)
      vi.setSystemTime(Date.now() - DAY)
    },
  }
}

test('the email files of an erased person are deleted within seconds, also truncated ones', async () => {
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

test('the worker copies an erasure by link into the file of refusals', async () => {
  const { here, refusals, later } = await newChores()
  const email = await addPerson(here)
  await here.query('INSERT INTO links VALUES ($1, $2)', ['token', email])
  await later(0)
  await here.query("SELECT erase_by_link('token')")
  await later(TEN_SECONDS)
  expect(readFileSync(refusals, 'utf8')).toContain('{"table":"refusals"')
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
