import type { mails } from '../content/mails.ts'
import { Frame } from './Frame.tsx'
import { Button, Link, Text, Title } from './parts.tsx'
import { elements } from './styles.ts'

/** Asks the owner of an address to confirm a signup. */
export function Confirm({ words }: { readonly words: typeof mails.confirm | typeof mails.remind }) {
  const { text, button, next, stranger } = words
  return (
    <Frame words={words}>
      <Text>{text}</Text>
      <Button {...button} />
      <Title>{next.title}</Title>
      <ul style={elements.ul}>
        {next.items.map(({ title, text }) => (
          <li key={title} style={elements.li}>
            <strong style={elements.strong}>{title}</strong>
            <br />
            {text}
          </li>
        ))}
      </ul>
      <Title>{stranger.title}</Title>
      <Text>{stranger.text}</Text>
      <Text>
        <Link {...stranger.link} />
      </Text>
    </Frame>
  )
}
