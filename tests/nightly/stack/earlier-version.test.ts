// Runs by day if a change touches deploy/upgrade, deploy/owner.sql, migrations/, nginx/publish, docker-compose.yml,
// Dockerfile.

import { rm } from 'node:fs/promises'
import { test as base, expect, onTestFinished } from 'vitest'
import { LINK_PATHS } from '../../../contract/waitlist.ts'
import { fetchAgain, signUp } from '../../stack/support/requests.ts'
import type { Stack } from '../../stack/support/stack.ts'
import { folded, rows } from '../../stack/support/tables.ts'
import { describeStack, forOneFile } from '../../stack/support/test.ts'
import { copyVersion, earlierVersion } from './next-version.ts'

const test = base.extend(
  'stack',
  { scope: 'file' },
  forOneFile({}, async () => {}),
)

describeStack('an upgrade from an earlier version', () => {
  const temporary = async (making: Promise<string>) => {
    const tree = await making
    onTestFinished(() => rm(tree, { recursive: true }))
    return tree
  }
  const facts = (stack: Stack) =>
    rows(
      stack,
      `SELECT email, answers, joined_at, confirmed_at, left_at, corrected_at, source FROM people
       UNION ALL SELECT email, answers, joined_at, NULL, NULL, NULL, honeypot FROM quarantine
       UNION ALL SELECT reason, NULL, at, NULL, NULL, NULL, NULL FROM refusals ORDER BY 1, 3`,
    )

  test('an upgrade keeps the data of the earlier version, and its links in emails still work', async ({
    stack,
  }) => {
    const tree = await temporary(earlierVersion())
    await stack.shell('docker compose up --build --detach --wait', { tree })
    /** Joins, and returns the links of the email by their paths. */
    const join = async (email: string) => {
      await signUp(stack.url, { email })
      const newest = () => stack.waitlist(['mail', '--last'], { tree })
      await expect.poll(newest).toContain(email)
      const links = (await newest()).match(/http:\S+/g) ?? []
      return (path: string) => links.find((link) => link.includes(path)) ?? path
    }
    const click = async (link: string) => {
      const response = await fetchAgain(link, { method: 'POST', body: new URLSearchParams() })
      expect(response.status, link).toBe(200)
    }
    const emails = ['stays', 'leaves', 'erased', 'corrected'].map((name) => `${name}@shop.example`)
    const [stays = '', leaves = '', erased = '', corrected = ''] = emails
    await click((await join(stays))(LINK_PATHS.confirm))
    await click((await join(leaves))(LINK_PATHS.leave))
    await join(erased)
    const links = await join(corrected)
    await signUp(stack.url, { email: 'bot@shop.example', website: 'x' })
    await stack.waitlist(['erase', erased, '--yes'], { tree })
    await stack.waitlist(['correct', corrected, 'company', 'Kiln'], { tree })
    await folded(stack)
    const before = await facts(stack)
    expect(before).toHaveLength(6)

    const next = { tree: await temporary(copyVersion()) }
    await expect(stack.shell('./waitlist upgrade', next)).resolves.toContain('upgrade: done.')
    expect(await facts(stack)).toEqual(before)
    await click(links(LINK_PATHS.confirm))
    const shown = JSON.parse(await stack.waitlist(['show', corrected, '--json']))
    expect(shown).toMatchObject({
      listed: { company: 'Kiln', confirmed_at: expect.any(String) },
    })
    expect((await signUp(stack.url)).status).toBe(201)
  }, 900_000)
})
