import type { mails } from '../content/mails.ts'
import { referrals } from '../content/referrals.ts'
import { Frame } from './Frame.tsx'
import { Button, Link, Note, Text, Title } from './parts.tsx'
import { elements } from './styles.ts'

/** Invites a person whose turn has come. */
export function Invite({ words }: { readonly words: typeof mails.invite | typeof mails.claim }) {
  const { text, steps, after, button, friend } = words
  return (
    <Frame words={words}>
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
      {referrals && (
        <>
          <Title>{friend.title}</Title>
          <Text>{friend.text}</Text>
          <Text>
            <Link {...friend.link} />
          </Text>
        </>
      )}
    </Frame>
  )
}
