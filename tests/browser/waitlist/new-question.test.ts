import { execFile } from 'node:child_process'
import { cp, readdir, readFile, rename, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { parse } from 'node-html-parser'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { budgets } from '../../../web/budgets.ts'
import { type ApiProcess, startApiProcess } from '../../support/api-process.ts'
import { freshDatabase, select } from '../../support/database.ts'
import { ROOT } from '../../support/repository.ts'
import { buildTree, copyTree } from '../../support/tree.ts'

const run = promisify(execFile)

/** What an owner adds to `FIELDS`, and nothing else. */
const QUESTIONS = `
import { FIELDS as OWN, type Field } from '../../web/own-fields.ts'

export type * from '../../web/own-fields.ts'

export const FIELDS = {
  ...OWN,
  shop_url: {
    type: 'url',
    label: 'Your shop',
    placeholder: 'https://yourshop.com',
    autocomplete: 'url',
    required: true,
    minLength: 8,
    maxLength: 200,
    pattern: '^https?://[^\\\\s]+$',
    messages: { tooShort: 'Give a link', tooLong: 'Max 200 chars', malformed: 'Not a link' },
    sentence: 'Please give a link to your shop.',
    width: 'full',
    kept: 'the link to your shop',
  },
  platform: {
    type: 'choice',
    label: 'Where do you sell?',
    placeholder: 'Select a platform',
    autocomplete: 'off',
    required: false,
    options: [
      { value: 'shopify', label: 'Shopify' },
      { value: 'etsy', label: 'Etsy' },
    ],
    message: 'Select a platform',
    counted: true,
    sentence: 'Please select where you sell.',
    width: 'half',
    kept: 'where you sell, if you said so',
  },
} as const satisfies Record<string, Field>
`

/** Of all scripts, in Brotli. */
async function scriptBytes(client: string): Promise<number> {
  const names = await readdir(client, { recursive: true })
  const scripts = names.filter((name) => name.endsWith('.js.br'))
  const sizes = await Promise.all(
    scripts.map(async (name) => (await stat(join(client, name))).size),
  )
  return sizes.reduce((sum, size) => sum + size, 0)
}

const PERSON = {
  email: 'ada@shop.example',
  first_name: 'Ada',
  last_name: 'Okafor',
  role: 'agency',
  shop_url: 'https://shop.example/ada',
  platform: 'etsy',
}

describe('a text question and a choice question that are added to FIELDS', () => {
  const ends: (() => Promise<unknown>)[] = []
  let tree: string
  let databaseUrl: string
  let api: ApiProcess

  beforeAll(async () => {
    tree = await copyTree((remove) => ends.unshift(remove))
    await cp(join(ROOT, 'migrations'), join(tree, 'migrations'), { recursive: true })
    const fields = join(tree, 'api/contract/fields.ts')
    await rename(fields, join(tree, 'api/contract/own-fields.ts'))
    await writeFile(fields, QUESTIONS)
    await buildTree(tree)

    databaseUrl = await freshDatabase(inject('postgresUrl'), 'migrated')
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
  const waitlist = (...args: string[]) => inTree('api/src/cli/main.ts', ...args)
  const page = async (name: string) =>
    parse(await readFile(join(tree, `web/dist/client/${name}.html`), 'utf8'))
  const joinBy = (body: object) =>
    fetch(`${api.origin}/api/waitlist`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })

  test('need no other edit to pass the type check', async () => {
    await run('npx', ['tsc', '-p', 'api'], { cwd: tree })
    await run('npx', ['tsc', '-p', 'web'], { cwd: tree })
  })

  test('are in the prerendered form and on the privacy page', async () => {
    const form = (await page('waitlist')).querySelector('form[action]')
    const text = form?.querySelector('input[name="shop_url"]')
    expect(text?.attributes).toMatchObject({ type: 'url', placeholder: 'https://yourshop.com' })
    expect(text?.hasAttribute('required')).toBe(true)
    const options = form?.querySelectorAll('select[name="platform"] option')
    expect(options?.map((option) => option.text)).toEqual(['Select a platform', 'Shopify', 'Etsy'])
    expect(form?.querySelector('label[for="platform"]')?.text).toMatch(
      /Where do you sell\?.*optional/,
    )
    const { text: privacy } = await page('privacy')
    expect(privacy).toContain('the link to your shop')
    expect(privacy).toContain('where you sell, if you said so')
  })

  test('fit into the room that the budget of the waitlist page has for them', async () => {
    const before = await scriptBytes(join(inject('siteDir'), 'client'))
    const after = await scriptBytes(join(tree, 'web/dist/client'))
    expect(after - before).toBeLessThan(budgets.questions)
  })

  test('are validated by the API, with their own sentences and messages', async () => {
    const bad = await joinBy({ ...PERSON, shop_url: 'my little shop', platform: 'ebay' })
    expect(bad.status).toBe(400)
    expect(await bad.json()).toEqual({
      error: 'Please give a link to your shop.',
      code: 'SHOP_URL_INVALID',
      fields: { shop_url: 'Not a link', platform: 'Select a platform' },
    })
  })

  test('are in the row, in the exports, in show and in the statistics', async () => {
    const people = await select(databaseUrl, 'SELECT shop_url, platform, role FROM people')
    expect(people).toEqual([
      { shop_url: 'https://shop.example/ada', platform: 'etsy', role: 'agency' },
    ])
    const [header, row] = (await waitlist('export')).split('\r\n')
    expect(header).toBe(
      'first_name,last_name,email,company,role,shop_url,platform,joined_at,confirmed_at,source',
    )
    expect(row).toContain('agency,https://shop.example/ada,etsy,')
    expect(await waitlist('show', PERSON.email)).toMatch(/Where do you sell\?\s+etsy/)
    expect(JSON.parse(await waitlist('stats', '--json')).by).toMatchObject({
      platform: { shopify: 0, etsy: 1 },
    })
  })
})
