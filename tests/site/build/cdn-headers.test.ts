// Guards page-no-cookies.

import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect } from 'vitest'
import { brand } from '../../../web/content/brand.ts'
import { PATHS } from '../../support/routes.ts'
import { siteDir } from '../../support/shared.ts'
import { test } from '../support/test.ts'

const POLICY = 'content-security-policy'

/** The headers that a CDN sends with an address: those of every rule that fits, as lists. */
async function headersAt(address: string): Promise<Map<string, string[]>> {
  const file = await readFile(join(siteDir(), '_headers'), 'utf8')
  const found = new Map<string, string[]>()
  for (const rule of file.trim().split('\n\n')) {
    const [pattern = '', ...lines] = rule.split('\n')
    const fits = pattern.endsWith('*')
      ? address.startsWith(pattern.slice(0, -1))
      : address === pattern
    if (!fits) continue
    for (const [, name = '', value = ''] of lines.map(
      (line) => line.match(/^ {2}(.+?): (.+)$/) ?? [],
    ))
      found.set(name, [...(found.get(name) ?? []), value])
  }
  return found
}

/** Names of the headers that the server of `npm start` has from the build. */
async function builtHeaders(): Promise<string[]> {
  const manifest = await readFile(join(siteDir(), 'site.json'), 'utf8')
  return Object.keys(JSON.parse(manifest).headers)
}

describe('at a CDN', () => {
  test.for(PATHS)('%s has the same headers as here', async (path, { get }) => {
    const { headers } = await get(path)
    const cdn = await headersAt(path)
    // of two referrer policies the last one counts
    for (const name of await builtHeaders()) expect(cdn.get(name)?.at(-1)).toBe(headers.get(name))

    // Both policies hold: the common one may ask for nothing that the page's own does not.
    const own = headers.get(POLICY) ?? ''
    const [common = '', page] = cdn.get(POLICY) ?? []
    expect(page).toBe(own)
    expect(own.split('; ')).toEqual(expect.arrayContaining(common.split('; ')))
  })

  test('an address that is no page is protected too', async ({ get }) => {
    const { headers, status } = await get('/nothing')
    expect(status).toBe(404)
    const [policy = '', ...others] = (await headersAt('/nothing')).get(POLICY) ?? []
    expect(others).toEqual([])
    expect(headers.get(POLICY)?.split('; ')).toEqual(expect.arrayContaining(policy.split('; ')))
    expect(policy).toContain("script-src 'self'")
  })

  test('assets are kept for ever, as here', async ({ get }) => {
    const [asset = ''] = (await (await get('/')).text()).match(/\/assets\/[^"]+\.js/) ?? []
    const { headers } = await get(asset)
    expect((await headersAt(asset)).get('cache-control')).toEqual([headers.get('cache-control')])
  })
})

describe('a page', () => {
  test('may load, send and be framed as its policy says, and nothing else', async ({ get }) => {
    const { headers } = await get('/pricing')
    const policy = headers.get(POLICY) ?? ''
    expect(policy.replace(/( 'sha256-[\w+/]{43}=')+/, ' (hashes)').split('; ')).toEqual([
      "default-src 'none'",
      "script-src 'self'",
      'style-src (hashes)',
      `img-src 'self' ${new URL(brand.productHunt.badgeUrl).origin}`,
      "font-src 'self'",
      "connect-src 'self'",
      "manifest-src 'self'",
      "form-action 'self'",
      "base-uri 'none'",
      "frame-ancestors 'none'",
      "require-trusted-types-for 'script'",
    ])
  })
})
