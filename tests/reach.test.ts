import { expect, test } from 'vitest'
import { readGraph, stepsTo } from './reach.ts'
import { ROOT } from './support/repository.ts'

test('a test reaches a file through imports, program paths and folders', () => {
  const graph = readGraph(ROOT)
  const job = stepsTo(graph, ['api/src/list/retention.ts'])
  expect(job.get('tests/database/list/retention.test.ts')).toBe(1)
  expect(job.has('tests/database/worker/chores.test.ts')).toBe(true)
  expect(job.has('tests/contract/verdicts.ts')).toBe(false)
  // A fixture starts this program.
  expect(stepsTo(graph, ['api/src/server.ts']).has('tests/database/server.test.ts')).toBe(true)
  // The API imports all files in the folder.
  const endpoint = stepsTo(graph, ['api/src/http/endpoints/visit.ts'])
  expect(endpoint.has('tests/database/http/visit.test.ts')).toBe(true)
})
