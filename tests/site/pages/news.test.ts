import { expect } from 'vitest'
import { files } from '../../../web/content/files.ts'
import { news, newsPath } from '../../../web/content/news.ts'
import { test } from '../support/test.ts'

test('the site has a news page, a feed and a footer link only while a letter is public', async ({
  get,
  read,
}) => {
  const isOn = news.length > 0
  for (const path of [newsPath, files.newsFeed]) {
    expect((await get(path)).status, path).toBe(isOn ? 200 : 404)
  }
  const home = await read('/')
  expect(home.querySelectorAll(`footer a[href="${newsPath}"]`)).toHaveLength(isOn ? 1 : 0)
  expect(home.querySelectorAll(`header a[href="${newsPath}"]`)).toEqual([])
  expect(home.querySelectorAll('link[type="application/rss+xml"]')).toHaveLength(isOn ? 2 : 1)
})
