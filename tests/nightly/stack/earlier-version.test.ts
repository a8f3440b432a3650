// Runs by day if a change touches deploy/upgrade, api/src/system/migrations.ts, api/src/migrate.ts.

import { rm } from 'node:fs/promises'
import { test as base, expect, onTestFinished } from 'vitest'
import { signUp } from '../../stack/support/requests.ts'
import { folded, rows } from '../../stack/support/tables.ts'
import { describeStack, forOneFile } from '../../stack/support/test.ts'
import { copyVersion, versionBefore1 } from './next-version.ts'

const test = base.extend(
  'stack',
  { scope: 'file' },
  forOneFile({}, async () => {}),
)

describeStack('an upgrade from a version before 1.0.0', () => {
  test('an upgrade from before 1.0.0 is refused with instructions, and the old version keeps running', async ({
    stack,
  }) => {
    const temporary = async (making: Promise<string>) => {
      const tree = await making
      onTestFinished(() => rm(tree, { recursive: true }))
      return tree
    }
    const tree = await temporary(versionBefore1())
    await stack.shell('docker compose up --build --detach --wait', { tree })
    await signUp(stack.url, { email: 'ada@shop.example' })
    await folded(stack)
    const facts = async () => [
      await rows(stack, 'SELECT email_key, joined_at FROM people'),
      await rows(stack, 'SELECT name FROM pgmigrations ORDER BY id'),
    ]
    const before = await facts()
    expect(before[0]).toHaveLength(1)

    const upgrade = stack.shell('./waitlist upgrade', { tree: await temporary(copyVersion()) })
    await expect(upgrade).rejects.toMatchObject({
      stderr: expect.stringMatching(
        /before 1\.0\.0.*docs\/upgrade\.md.*The old version is running/s,
      ),
    })
    expect(await facts()).toEqual(before)
    expect((await signUp(stack.url)).status).toBe(201)
  }, 900_000)
})
