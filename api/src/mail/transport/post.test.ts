import { expect, test } from 'vitest'
import { senderOf } from './post.ts'

const brand = { name: 'Starkit', supportEmail: 'help@shop.example' }

test.each([
  [undefined, 'Starkit', 'help@shop.example'],
  ['hello@shop.example', 'Starkit', 'hello@shop.example'],
  ['<hello@shop.example>', 'Starkit', 'hello@shop.example'],
  [' Ada of Starkit < hello@shop.example >', 'Ada of Starkit', 'hello@shop.example'],
  ['"Kiln, Inc." <hello@shop.example>', 'Kiln, Inc.', 'hello@shop.example'],
  ['"The \\"Kiln\\" <3" <hello@shop.example>', 'The "Kiln" <3', 'hello@shop.example'],
  [' hello@shop.example ', 'Starkit', 'hello@shop.example'],
  ['hello@bücher.example', 'Starkit', 'hello@xn--bcher-kva.example'],
])('MAIL_FROM=%s makes %s at %s the sender, and replies go to support', (from, name, address) => {
  expect(senderOf(from, brand)).toEqual({ name, address, replyTo: 'help@shop.example' })
})
