import { mails } from '../content/mails.ts'
import { Frame } from './Frame.tsx'
import { Button, Link, Note, Text, Title } from './parts.tsx'
import { elements } from './styles.ts'

/** Asks the owner of an address to confirm a signup. */
export function Confirm() {
  const { text, button, note, next, stranger } = mails.confirm
  return (
    <Frame words={mails.confirm}>
      <Text>{text}</Text>
      <Button {...button} />
      <Note>{note}</Note>
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
