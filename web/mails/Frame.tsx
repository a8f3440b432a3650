import { LANGUAGE } from '@ad-kit/contract'
import { Fragment, type ReactNode } from 'react'
import { Body, Container, Head, Html, Preview, Section } from 'react-email'
import { letterhead, mailFooter } from '../content/mails.ts'
import { darkRules, parts } from './styles.ts'

interface Props {
  readonly words: {
    readonly subject: string
    /** Mail programs show this text after the subject. Without it, they show the email's first words. */
    readonly preview?: string
    readonly title: string
    /** Tells people why they are getting the email. */
    readonly why: string
  }
  readonly children: ReactNode
}

/**
 * Frames a letter in the brand's look: a night sky with the title, and white paper below. Text never appears on a
 * gradient, because Gmail's dark mode changes the text and leaves the gradient.
 */
export function Frame({ words: { subject, preview, title, why }, children }: Props) {
  return (
    <Html lang={LANGUAGE}>
      <Head>
        <title>{subject}</title>
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <meta name="supported-color-schemes" content="light dark" />
        <meta name="format-detection" content="telephone=no, date=no, address=no, email=no" />
        <style>{darkRules}</style>
      </Head>
      <Body className="page" style={parts.page} lang={LANGUAGE}>
        {preview && <Preview useTitleTag={false}>{preview}</Preview>}
        <Container className="frame" style={parts.frame}>
          <Section style={parts.sky}>
            <p style={parts.brand} data-skip-in-text="true">
              <span style={parts.star} aria-hidden="true">
                {letterhead.sign}
              </span>{' '}
              {letterhead.name}
            </p>
            <h1 style={parts.title}>{title}</h1>
          </Section>
          <Section className="paper" style={parts.paper}>
            {children}
          </Section>
          <Footer why={why} />
        </Container>
      </Body>
    </Html>
  )
}

function Footer({ why }: { readonly why: string }) {
  const { links, help, from } = mailFooter
  return (
    <Section className="footer" style={parts.footer}>
      <p style={parts.footerText}>{why}</p>
      <p style={parts.footerText}>
        {links.map(({ label, to }, index) => (
          <Fragment key={to}>
            {index > 0 && <br />}
            <a href={to} style={parts.footerLink}>
              {label}
            </a>
          </Fragment>
        ))}
      </p>
      <p style={parts.footerText}>
        {help.label}{' '}
        <a href={`mailto:${help.address}`} style={parts.footerLink}>
          {help.address}
        </a>
      </p>
      <p style={parts.footerText}>
        {from.name}
        <br />
        {from.postalAddress && (
          <>
            {from.postalAddress}
            <br />
          </>
        )}
        <a href={from.address} style={parts.footerLink}>
          {from.address}
        </a>
      </p>
    </Section>
  )
}
