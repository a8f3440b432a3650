import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const EXAMPLE = new URL('../../.env.example', import.meta.url)

test('each setting has one line in .env.example: of two that are uncommented the last wins', () => {
  const lines = readFileSync(EXAMPLE, 'utf8').matchAll(/^#?([A-Z_]+)=/gm)
  const names = [...lines].map(([, name]) => name)
  expect(names.length).toBeGreaterThan(20)
  expect(names).toEqual([...new Set(names)])
})
