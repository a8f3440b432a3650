import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const BELOW: Readonly<Record<string, readonly string[]>> = {
  system: [],
  list: ['system'],
  mail: ['list', 'system'],
  http: ['mail', 'list', 'system'],
  worker: ['mail', 'list', 'system'],
  owner: ['mail', 'list', 'system'],
}

test.each(Object.keys(BELOW))('modules in api/src/%s import only from the layers below', (room) => {
  const cwd = `${import.meta.dirname}/${room}`
  const files = globSync('**/*.ts', { cwd }).filter((file) => !file.endsWith('.test.ts'))
  const imported = files.flatMap((file) =>
    [
      ...readFileSync(`${cwd}/${file}`, 'utf8').matchAll(
        /\b(?:from |import |import\()'(?:\.\.\/)+(\w+)\//g,
      ),
    ].map(([, name = '']) => name),
  )
  const rooms = [...new Set(imported)].filter((name) => name in BELOW && name !== room)
  expect(rooms.filter((name) => !BELOW[room]?.includes(name))).toEqual([])
})
