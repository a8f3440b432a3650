import type { ReactNode } from 'react'
import { Button as MailButton } from 'react-email'
import { state } from '../content/launch.ts'
import type { mails } from '../content/mails.ts'
import { referrals } from '../content/referrals.ts'
import { Frame } from './Frame.tsx'
import { elements, parts } from './styles.ts'

/** Asks the owner of an address to confirm a signup. */
export function Confirm({ words }: { readonly words: typeof mails.confirm | typeof mails.remind }) {
  const { text, button, after, next, stranger } = words
  return (
    <Frame words={words}>
      <Text>{text}</Text>
      <Button {...button} />
      <Note>{after}</Note>
      <Title>{next.title}</Title>
      <ul style={elements.ul}>
        {next.items.map(({ title, description }) => (
          <li key={title} style={elements.li}>
            <strong style={elements.strong}>{title}</strong>
            <br />
            {description}
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
      {referrals && state.isOpen && <ReferralLink words={friend} />}
    </Frame>
  )
}

/** Tells a person about friends who have confirmed. */
export function Friend({ words }: { readonly words: typeof mails.friend }) {
  return (
    <Frame words={words}>
      <Text>{words.text}</Text>
      {state.isOpen && <ReferralLink words={words.friend} />}
    </Frame>
  )
}

type FriendWords = typeof mails.invite.friend | typeof mails.friend.friend

const ReferralLink = ({ words: { title, text, link } }: { readonly words: FriendWords }) => (
  <>
    <Title>{title}</Title>
    <Text>{text}</Text>
    <Text>
      <Link {...link} />
    </Text>
  </>
)

interface MailLink {
  readonly label: string
  readonly to: string
}

const Title = ({ children }: { readonly children: ReactNode }) => (
  <h2 style={elements.h2}>{children}</h2>
)

const Text = ({ children }: { readonly children: ReactNode }) => (
  <p style={elements.p}>{children}</p>
)

/** Shows smaller text that explains a button. */
const Note = ({ children }: { readonly children: ReactNode }) => (
  <p className="note" style={parts.note}>
    {children}
  </p>
)

const Link = ({ label, to }: MailLink) => (
  <a href={to} style={elements.a}>
    {label}
  </a>
)

const Button = ({ label, to }: MailLink) => (
  <p style={parts.action}>
    <MailButton className="button" href={to} style={parts.button}>
      {label}
    </MailButton>
  </p>
)
