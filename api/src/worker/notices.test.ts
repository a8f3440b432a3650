import { expect, test } from 'vitest'
import { chatBody, chatText } from './notices.ts'

test('a message to the team says how many people are new and how many are on the list', () => {
  expect(chatText({ joined: 1, all: 1 })).toBe('1 person joined, 1 in all')
  expect(chatText({ joined: 4_000, all: 1_204_000 })).toBe('4,000 people joined, 1,204,000 in all')
})

test('Slack and Mattermost get a message as `text`, and Discord gets it as `content` without mentions', () => {
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
