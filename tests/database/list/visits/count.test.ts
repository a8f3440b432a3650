import { expect, onTestFinished, test } from 'vitest'
import { visitCounter } from '../../../../api/src/list/visits/count.ts'
import { openDatabase } from '../../../../api/src/system/pool.ts'
import { asApi, freshDatabase, select } from '../../../support/database.ts'
import { postgresUrl } from '../../../support/shared.ts'

/** Returns a counter on a new database, and the failures that it reports. */
async function newCounter(url?: string) {
  const ownerUrl = url ?? (await freshDatabase(postgresUrl(), 'migrated'))
  const database = openDatabase(await asApi(ownerUrl), () => {})
  onTestFinished(() => database.close())
  const failures: unknown[] = []
  const counter = visitCounter(database, ['/', '/about'], (error) => failures.push(error))
  onTestFinished(() => counter.close())
  return { ...counter, ownerUrl, failures }
}

const sum = async (url: string, condition = 'true') => {
  const [row] = await select<{ sources: number; visits: number }>(
    url,
    `SELECT count(DISTINCT source)::integer AS sources, coalesce(sum(count), 0)::integer AS visits
     FROM visits WHERE path <> '/before' AND ${condition}`,
  )
  return row
}

test('at most 100 sources a day are stored, even with several processes, and no visit is lost', async () => {
  const one = await newCounter()
  const other = await newCounter(one.ownerUrl)
  await select(
    one.ownerUrl,
    "INSERT INTO visits SELECT current_date - 2, '/before', 'word ' || n, 9 FROM generate_series(1, 100) AS n",
  )
  for (let n = 0; n < 150; n += 1) {
    one.count('/', `one ${n}`)
    other.count('/about', `other ${n}`)
    other.count('/', '')
  }
  const added = async () => {
    await Promise.all([one.close(), other.close()])
    return sum(one.ownerUrl)
  }
  await expect.poll(added, { timeout: 30_000 }).toEqual({ sources: 102, visits: 450 })
  expect(await sum(one.ownerUrl, "source NOT IN ('', 'other')")).toMatchObject({ sources: 100 })
  expect(await sum(one.ownerUrl, "source = ''")).toEqual({ sources: 1, visits: 150 })
})

test('a hundred invented sources do not hide a real source that appears later', async () => {
  const flood = await newCounter()
  await select(
    flood.ownerUrl,
    "INSERT INTO visits SELECT current_date - 2, '/before', 'made up again ' || n, 1 FROM generate_series(1, 299) AS n",
  )
  for (let n = 0; n < 300; n += 1) flood.count('/', `made up ${n}`)
  await flood.close()
  const real = await newCounter(flood.ownerUrl)
  for (const path of ['/', '/about']) real.count(path, 'newsletter')
  real.count('/', '')
  for (let n = 0; n < 300; n += 1) real.count('/', `made up again ${n}`)
  await real.close()
  expect(await sum(flood.ownerUrl, "source = 'newsletter'")).toEqual({ sources: 1, visits: 2 })
  expect(await sum(flood.ownerUrl, "source = ''")).toEqual({ sources: 1, visits: 1 })
  expect(await sum(flood.ownerUrl)).toEqual({ sources: 102, visits: 603 })
  const earlier = await select(flood.ownerUrl, "SELECT FROM visits WHERE path = '/before'")
  expect(earlier).toHaveLength(299)
})

test('visits during a database outage are counted once when it ends', async () => {
  const { count, close, ownerUrl, failures } = await newCounter()
  await select(ownerUrl, 'ALTER TABLE visits RENAME TO away')
  count('/', 'newsletter')
  await expect.poll(() => failures, { timeout: 10_000 }).toHaveLength(1)
  count('/', 'newsletter')
  for (let n = 0; n < 500; n += 1) count('/', `word ${n}`)
  await select(ownerUrl, 'ALTER TABLE away RENAME TO visits')
  await close()
  expect(await sum(ownerUrl)).toMatchObject({ visits: 502 })
  expect(await sum(ownerUrl, "source = 'newsletter'")).toMatchObject({ visits: 2 })
})
