import { expect, test } from 'vitest'
import { readLaunch } from './launch.ts'

test('LAUNCH_URL and WAITLIST=closed each close the form, and an empty setting counts as unset', () => {
  expect(readLaunch({ LAUNCH_URL: '', WAITLIST: ' ' })).toEqual({ url: undefined, isOpen: true })
  expect(readLaunch({ WAITLIST: 'closed' })).toEqual({ url: undefined, isOpen: false })
  for (const WAITLIST of ['open', 'closed']) {
    const launch = readLaunch({ LAUNCH_URL: ' https://app.shop.example', WAITLIST })
    expect(launch).toEqual({ url: 'https://app.shop.example/', isOpen: false })
  }
  expect(readLaunch({ LAUNCH_URL: 'http://localhost:3000/new' }).isOpen).toBe(false)
})

test('the build reports each launch setting that it cannot use', () => {
  expect(() => readLaunch({ LAUNCH_URL: 'http://app.shop.example', WAITLIST: 'shut' })).toThrow(
    /^LAUNCH_URL: expected a URL .+\nWAITLIST: expected one of open, closed$/,
  )
})
