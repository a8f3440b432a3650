import type { ReactNode } from 'react'
import { Button as MailButton } from 'react-email'
import { elements, parts } from './styles.ts'

interface MailLink {
  readonly label: string
  readonly to: string
}

export const Title = ({ children }: { readonly children: ReactNode }) => (
  <h2 style={elements.h2}>{children}</h2>
)

export const Text = ({ children }: { readonly children: ReactNode }) => (
  <p style={elements.p}>{children}</p>
)

/** What a button does, in smaller letters. */
export const Note = ({ children }: { readonly children: ReactNode }) => (
  <p className="note" style={parts.note}>
    {children}
  </p>
)

export const Link = ({ label, to }: MailLink) => (
  <a href={to} style={elements.a}>
    {label}
  </a>
)

export const Button = ({ label, to }: MailLink) => (
  <p style={parts.action}>
    <MailButton className="button" href={to} style={parts.button}>
      {label}
    </MailButton>
  </p>
)
