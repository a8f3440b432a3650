// Guards notices.

import { expect, test } from 'vitest'
import { chatBody, chatText } from './notices.ts'

const sources = (...counts: readonly (readonly [string, number])[]) =>
  counts.map(([source, count]) => ({ source, count }))

test('a message has the number of people who joined, of all people, and of each source', () => {
  expect(chatText({ joined: 3, all: 128 }, sources(['producthunt', 2]))).toBe(
    '3 people joined, 128 in all; 2 came through producthunt',
  )
  expect(chatText({ joined: 1, all: 1 }, [])).toBe('1 person joined, 1 in all')
  // a name of a host would become a link
  const host = chatText({ joined: 1, all: 1 }, sources(['evil.example', 1]))
  expect(host).toContain('through `evil.example`')
  expect(chatText({ joined: 4_000, all: 1_204_000 }, sources(['hn', 2_000], ['x', 9]))).toBe(
    '4,000 people joined, 1,204,000 in all; 2,000 came through hn, 9 through x',
  )
})

test('Slack, Mattermost and others take a text, and Discord a content without mentions', () => {
  for (const host of ['hooks.slack.com', 'discord.com.example.com']) {
    expect(chatBody(`https://${host}/hooks/x`, 'Hello')).toEqual({ text: 'Hello' })
  }
  for (const host of ['discord.com', 'discordapp.com', 'canary.discord.com']) {
    expect(chatBody(`https://${host}/api/webhooks/1/x`, 'Hello')).toEqual({
      content: 'Hello',
      allowed_mentions: { parse: [] },
    })
  }
})
