import { setImmediate as turn } from 'node:timers/promises'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { DatabaseUnavailable, DEADLINE } from '../../system/pool.ts'
import { batcher } from './batcher.ts'

/** A fake database that finishes a batch only when the test calls `finish`. */
function slowWrites() {
  const batches: (readonly number[])[] = []
  const releases: (() => void)[] = []
  const put = batcher<number>((rows) => {
    batches.push(rows)
    return new Promise((resolve) => releases.push(resolve))
  })
  const finish = async () => {
    releases.shift()?.()
    await turn()
  }
  return { put, batches, finish }
}

const numbers = (count: number, from = 0) => Array.from({ length: count }, (_, i) => from + i)

describe('writing in batches', () => {
  test('rows are written in order, in batches of at most 256', async () => {
    const batches: (readonly number[])[] = []
    const put = batcher<number>(async (rows) => void batches.push(rows))
    const all = numbers(600).map(put)
    await Promise.all(all)
    expect(batches).toEqual([numbers(256), numbers(256, 256), numbers(88, 512)])
  })

  test('while two batches are being written, further rows wait until one of them is done', async () => {
    const { put, batches, finish } = slowWrites()
    const rows: Promise<void>[] = []
    const add = async (...values: number[]) => {
      rows.push(...values.map(put))
      await turn()
    }
    await add(0)
    await finish()
    await add(...numbers(257, 1))
    await add(258)
    expect(batches).toEqual([[0], numbers(256, 1), [257, 258]])
    await add(259, 260)
    await finish()
    expect(batches[3]).toEqual([259, 260])
    for (let times = 0; times < 2; times += 1) await finish()
    for (const value of [261, 262]) await add(value)
    expect(batches.slice(4)).toEqual([[261], [262]])
    for (let times = 0; times < 2; times += 1) await finish()
    await Promise.all(rows)
  })
})

describe('database errors', () => {
  const refuses = (bad: readonly number[]) => {
    const written: number[] = []
    const put = batcher<number>(async (rows) => {
      const found = rows.find((row) => bad.includes(row))
      if (found !== undefined) throw new Error(`row ${found}`)
      written.push(...rows)
    })
    return { put, written }
  }

  test('a failed batch is split in half until only the bad rows fail, each with its own error', async () => {
    const { put, written } = refuses([3, 7])
    const results = await Promise.allSettled(numbers(11).map(put))
    const failed = results.flatMap((result, row) => (result.status === 'rejected' ? [row] : []))
    expect(failed).toEqual([3, 7])
    expect(results[7]).toMatchObject({ reason: new Error('row 7') })
    expect(written.toSorted((one, other) => one - other)).toEqual([0, 1, 2, 4, 5, 6, 8, 9, 10])
  })

  test('a failed batch is not retried when the database is unavailable', async () => {
    const away = new DatabaseUnavailable(new Error('away'))
    const write = vi.fn(() => Promise.reject(away))
    const put = batcher<number>(write)
    const results = await Promise.allSettled(numbers(9).map(put))
    expect(results).toEqual(numbers(9).map(() => ({ status: 'rejected', reason: away })))
    expect(write).toHaveBeenCalledTimes(1)
  })
})

describe('the queue', () => {
  beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }))
  afterEach(() => void vi.useRealTimers())

  test('a queue of 4,096 rows refuses further rows immediately, but still writes the rows in it', async () => {
    const put = batcher<number>(async () => {})
    const kept = numbers(4_096).map(put)
    await expect(put(0)).rejects.toMatchObject({
      name: 'DatabaseUnavailable',
      cause: { name: 'QueueFull' },
    })
    await Promise.all(kept)
  })

  test('rows still waiting at the deadline are refused and not written later', async () => {
    const { put, batches, finish } = slowWrites()
    const writing = [put(1)]
    await turn()
    writing.push(put(2))
    await turn()
    const late = put(3)
    const outcome = expect(late).rejects.toMatchObject({
      name: 'DatabaseUnavailable',
      cause: { name: 'TooLate' },
    })
    for (const row of writing) row.catch(() => {})
    vi.advanceTimersByTime(DEADLINE)
    await outcome
    await finish()
    await finish()
    expect(batches).toEqual([[1], [2]])
  })

  test('no timer is left running once rows have been written or have failed', async () => {
    const put = batcher<number>(async ([row]) => {
      if (row === 2) throw new Error('bad')
    })
    await put(1)
    await expect(put(2)).rejects.toThrow('bad')
    expect(vi.getTimerCount()).toBe(0)
  })
})
