// Runs by day if a change touches contract/, web/waitlist/.

import { execFile } from 'node:child_process'
import { readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { parse } from 'node-html-parser'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type ApiProcess, startApiProcess } from '../../database/support/api-process.ts'
import { freshDatabase } from '../../support/database.ts'
import { newPerson } from '../../support/people.ts'
import { postgresUrl } from '../../support/shared.ts'
import { buildTree, copyTree } from '../../support/tree.ts'

const run = promisify(execFile)

/** The only lines that an owner adds to `FIELDS`. */
const QUESTIONS = `
import { FIELDS as OWN, type Field } from './own-fields.ts'

export * from './own-fields.ts'

export const FIELDS = {
  ...OWN,
  lamp_url: {
    type: 'url',
    label: 'Your lamp',
    placeholder: 'https://lamp.example',
    autocomplete: 'url',
    required: true,
    minLength: 8,
    maxLength: 200,
    pattern: '^https?://[^\\\\s]+$',
    messages: { tooShort: 'Give a link', tooLong: 'Max 200 chars', malformed: 'Not a link' },
    sentence: 'Please give a link to your lamp.',
    width: 'full',
    kept: 'the link to your lamp',
  },
  lamp_kind: {
    type: 'choice',
    label: 'What lights it?',
    placeholder: 'Select a light',
    autocomplete: 'off',
    required: false,
    options: [
      { value: 'whale_oil', label: 'Whale oil' },
      { value: 'fireflies', label: 'Fireflies' },
    ],
    message: 'Select a light',
    counted: true,
    sentence: 'Please select what lights it.',
    width: 'half',
    kept: 'what lights your lamp, if you said so',
  },
} as const satisfies Record<string, Field>
`

const PERSON = {
  ...newPerson(),
  lamp_url: 'https://lamp.example/ada',
  lamp_kind: 'fireflies',
}

describe('a text question and a choice question that are added to FIELDS', () => {
  const ends: (() => Promise<unknown>)[] = []
  let tree: string
  let databaseUrl: string
  let api: ApiProcess

  beforeAll(async () => {
    tree = await copyTree((remove) => ends.unshift(remove))
    const fields = join(tree, 'contract/fields.ts')
    await rename(fields, join(tree, 'contract/own-fields.ts'))
    await writeFile(fields, QUESTIONS)
    await buildTree(tree)

    databaseUrl = await freshDatabase(postgresUrl(), 'migrated')
    await inTree('api/src/migrate.ts')
    api = await startApiProcess({ databaseUrl, cwd: tree })
    ends.unshift(() => api.end('SIGTERM'))
    expect((await joinBy(PERSON)).status).toBe(201)
  })
  afterAll(async () => {
    for (const end of ends) await end()
  })

  const inTree = async (...args: string[]): Promise<string> => {
    const { stdout } = await run(process.execPath, args, {
      cwd: tree,
      env: { ...process.env, DATABASE_URL: databaseUrl },
    })
    return stdout
  }
  const waitlist = (...args: string[]) => inTree('api/src/owner.ts', ...args)
  const page = async (name: string) =>
    parse(await readFile(join(tree, `web/dist/client/${name}.html`), 'utf8'))
  const joinBy = (body: object) =>
    fetch(`${api.origin}/api/waitlist`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })

  test('new questions need no other edit to pass the type check', async () => {
    await run('npx', ['tsc', '-p', 'api'], { cwd: tree })
    await run('npx', ['tsc', '-p', 'web'], { cwd: tree })
  })

  test('new questions are in the prerendered form and on the privacy page', async () => {
    const form = (await page('waitlist')).querySelector('form[action]')
    expect(form?.querySelector('input[name="lamp_url"]')?.attributes).toMatchObject({
      type: 'url',
      placeholder: 'https://lamp.example',
      required: '',
    })
    const options = form?.querySelectorAll('select[name="lamp_kind"] option')
    expect(options?.map(({ text }) => text)).toEqual(['Select a light', 'Whale oil', 'Fireflies'])
    const label = form?.querySelector('label[for="lamp_kind"]')
    expect(label?.text).toMatch(/What lights it\?.*optional/)
    const { text: privacy } = await page('privacy')
    expect(privacy).toContain('the link to your lamp')
    expect(privacy).toContain('what lights your lamp, if you said so')
  })

  test('the API validates new questions with their own sentences and messages', async () => {
    const bad = await joinBy({ ...PERSON, lamp_url: 'my little lamp', lamp_kind: 'plasma' })
    expect(bad.status).toBe(400)
    expect(await bad.json()).toEqual({
      error: 'Please give a link to your lamp.',
      code: 'LAMP_URL_INVALID',
      fields: { lamp_url: 'Not a link', lamp_kind: 'Select a light' },
    })
  })

  test('new questions are in the exports, in show and in stats', async () => {
    const { email, lamp_url, lamp_kind } = PERSON
    // The command folds the form into the list, as a worker would.
    const [header, row] = (await waitlist('export')).split('\r\n')
    expect(header).toContain(',lamp_url,lamp_kind,')
    expect(row).toContain(`,${lamp_url},${lamp_kind},`)
    expect(await waitlist('show', email)).toMatch(/What lights it\?\s+fireflies/)
    expect(JSON.parse(await waitlist('stats', '--json')).by).toMatchObject({
      lamp_kind: [
        { answer: 'whale_oil', count: 0 },
        { answer: 'fireflies', count: 1 },
      ],
    })
  })
})
