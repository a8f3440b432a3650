import { expect, onTestFinished, test } from 'vitest'
import { openSession } from '../../../../api/src/system/session.ts'
import { formatDay } from '../../../../contract/format.ts'
import { newInstallation } from '../../support/installations.ts'
import { addPerson, addSending, newFolder, sendDue } from '../../support/mailing.ts'
import { run } from '../../support/run-program.ts'

const dayIn = (days: number): string =>
  new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)

async function newInstallationIn(zone: string) {
  const here = await newInstallation()
  await here.query(`DO $$ BEGIN
    EXECUTE format('ALTER DATABASE %I SET timezone = ''${zone}''', current_database()); END $$`)
  const session = await openSession(here.url)
  onTestFinished(() => session.close())
  return { session, url: here.url, env: { ...newFolder().env, TZ: zone } }
}

test.each(['America/St_Johns', 'Pacific/Apia'])(
  'in the time zone %s, the program reads and prints UTC',
  async (zone) => {
    const { session, url, env } = await newInstallationIn(zone)
    const [yesterday, today, tomorrow] = [dayIn(-1), dayIn(0), dayIn(1)]
    await addPerson(session, { joined_at: `${yesterday}T23:59:59Z` })
    await addPerson(session, { joined_at: `${today}T00:00:00Z` })
    await session.query(`INSERT INTO visits VALUES ('${yesterday}', '/', '', 3)`)
    const { stdout } = await run(['stats'], { url, env })
    expect(stdout).toMatch(new RegExp(`^${yesterday} +3 +1 .*\n${today} +0 +1 `, 'm'))

    const file = newFolder().write('launch.md', '---\nsubject: We open\n---\n\nHello\n')
    // At half past midnight there, it is still the day before in UTC.
    const letter = ['announce', file, '--yes']
    const planned = await run([...letter, '--at', `${dayIn(2)}T00:30+13:00`], { url, env })
    expect(planned.stdout).toContain(`up to an hour, starting at ${tomorrow} 11:30 UTC.`)
    expect((await run(['mail'], { url, env })).stdout).toMatch(
      new RegExp(`^${tomorrow} 11:30 .* 2 +We open$`, 'm'),
    )
    const due =
      "SELECT DISTINCT to_char(due_at AT TIME ZONE 'UTC', 'YYYY-MM-DD HH24:MI') AS at FROM mails"
    expect(await session.query(due)).toEqual([{ at: `${tomorrow} 11:30` }])
  },
)

// At any hour, one of these time zones has a different date from UTC.
test.each(['Etc/GMT+12', 'Pacific/Kiritimati'])(
  'in the time zone %s, visits and an invitation’s last day are counted in UTC days',
  async (zone) => {
    const { session } = await newInstallationIn(zone)
    await session.query(`SELECT count_visits('[{"path": "/", "source": "", "count": 1}]')`)
    expect(await session.query('SELECT day::text FROM visits')).toEqual([{ day: dayIn(0) }])

    const { env } = newFolder({ invite: { subject: 'x', html: '', text: '{{until}}' } })
    await addSending(session, { kind: 'invite', mailbox: await addPerson(session) })
    const [{ text = '' } = {}] = await sendDue(session, env)
    expect(text.trim()).toBe(formatDay(dayIn(14)))
  },
)
