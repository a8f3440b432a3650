import { expect } from 'vitest'
import { LINK_PATHS, TOKEN } from '../../../contract/waitlist.ts'
import { test } from '../support/test.ts'

test.for([LINK_PATHS.erase, LINK_PATHS.friends])(
  'the link %s redirects to the data page and keeps the token',
  async (path, { get }) => {
    const { headers, status } = await get(`${path}?${TOKEN}=x`)
    expect([status, headers.get('location')]).toEqual([303, `${LINK_PATHS.data}?${TOKEN}=x`])
    expect(headers.get('referrer-policy')).toBe('no-referrer')
  },
)
