// Guards new-question.

import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { freshDatabase, select } from '../../support/database.ts'
import { ROLES, SET_DEFAULTS } from '../../support/people.ts'
import { postgresUrl } from '../../support/shared.ts'
import { copyTree, runInTree } from '../../support/tree.ts'
import { environmentOf, outcome, start } from '../support/run-program.ts'

const MIGRATION = 'ALTER TABLE people ADD shoe_size text;'

const ENTRY = `shoe_size: {
  type: 'text',
  label: 'Shoe size',
  held: 'The size of your shoes',
  portable: true,
  webhook: true,
},
`

const PEOPLE = `email,first_name,last_name,role,shoe_size
ada@example.com,Ada,Lovelace,${ROLES[0]},eu-42
`

/** A copy of the sources in which `people` has another column. */
async function newTree(): Promise<string> {
  const tree = await copyTree(onTestFinished)
  await writeFile(join(tree, 'migrations/9999_shoe_size.sql'), MIGRATION)
  const table = join(tree, 'contract/person.ts')
  const source = await readFile(table, 'utf8')
  await writeFile(table, source.replace('export const COLUMNS = {', `$&${ENTRY}`))
  return tree
}

test('a migration and an entry bring a column to owners, the person, exports, backups and webhooks', async () => {
  const tree = await newTree()
  const program = join(tree, 'api/src/owner.ts')
  const url = await freshDatabase(postgresUrl(), 'empty')
  const run = async (args: readonly string[], { input = '', on = url } = {}): Promise<string> => {
    const child = start(args, { program, url: on, cwd: tree })
    const { code, stdout, stderr } = await outcome(child, input)
    expect(code, stderr).toBe(0)
    return stdout
  }
  const inTree = async (lines: string): Promise<unknown> =>
    JSON.parse((await runInTree(tree, lines, environmentOf(url))).stdout)

  await run(['import', '-', ...SET_DEFAULTS], { input: PEOPLE })
  expect(await run(['show', 'ada@example.com'])).toMatch(/Shoe size +eu-42/)
  expect(await run(['export'])).toMatch(/,shoe_size,.+\r\n.+,eu-42,/)

  const elsewhere = await freshDatabase(postgresUrl(), 'empty')
  await run(['backup', 'all.gz'])
  await run(['restore', 'all.gz'], { on: elsewhere })
  expect(await run(['export'], { on: elsewhere })).toBe(await run(['export']))

  await select(
    url,
    `INSERT INTO links (token, email_key) VALUES ('a token', 'ada@example.com');
     SELECT add_event('ada@example.com', 'joined')`,
  )
  const [found] = await select<{ held: object }>(url, "SELECT data_by_link('a token') AS held")
  expect(
    await inTree(`
      import { describeHeld } from './contract/waitlist.ts'
      const { answers, mails, ...columns } = ${JSON.stringify(found?.held)}
      const texts = Object.entries(columns).filter(([, value]) => value !== null)
      console.log(JSON.stringify(describeHeld({ ...Object.fromEntries(texts), mails })))`),
  ).toContainEqual(['The size of your shoes', 'eu-42'])

  const event = await inTree(`
    import { openSession } from './api/src/system/session.ts'
    import { sendWebhooks } from './api/src/worker/webhooks.ts'
    globalThis.fetch = async (_url, { body }) => {
      console.log(body)
      return new Response()
    }
    const session = await openSession(process.env.DATABASE_URL)
    await sendWebhooks(session, { url: '', secret: 'a secret', onOutcome() {} })
    await session.close()`)
  expect(event).toMatchObject({ event: 'joined', person: { shoe_size: 'eu-42' } })
})
