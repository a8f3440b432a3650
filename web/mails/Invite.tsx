import { mails } from '../content/mails.ts'
import { Frame } from './Frame.tsx'
import { Button, Note, Text } from './parts.tsx'
import { elements } from './styles.ts'

/** Invites a person whose turn has come. */
export function Invite() {
  const { text, steps, after, button } = mails.invite
  return (
    <Frame words={mails.invite}>
      <Text>{text}</Text>
      <ol style={elements.ol}>
        {steps.map((step) => (
          <li key={step} style={elements.li}>
            {step}
          </li>
        ))}
      </ol>
      <Button {...button} />
      <Note>{after}</Note>
    </Frame>
  )
}
