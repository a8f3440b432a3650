import {
  CLICKED,
  DONE_PATHS,
  FIELDS,
  JOINED_PATH,
  LINK_PATHS,
  NEEDS_CLICK,
  RESEND_PATH,
} from '@ad-kit/contract'
import type { ReactNode } from 'react'
import { Link, useLocation } from 'react-router-dom'
import { styled } from 'styled-components'
import {
  donePages,
  expiredPage,
  joined,
  joinedPage,
  linkPages,
} from '../../../content/link-pages.ts'
import type { unlistedPages } from '../../../content/pages.ts'
import { measure, space } from '../../../design/tokens.ts'
import { PageHead } from '../../../sections/PageHead.tsx'
import { Button } from '../../../ui/Button.tsx'
import { Field } from '../../../ui/Field.tsx'
import { Actions } from '../../../ui/Section.tsx'

interface LinkPageProps {
  title: string
  text: string
  button: string
  /** If set, the form is sent without a click, unless the address has this fragment (web/app/send-when-seen.ts). */
  whenSeen?: string
}

/**
 * Shows a page behind an email link. Its form has no `action`, so it is sent to the page's own address, which contains
 * the token.
 */
const LinkPage = ({ title, text, button, whenSeen }: LinkPageProps) => (
  <PageHead title={title} text={text}>
    <form method="post" data-when-seen={whenSeen}>
      <Actions>
        <Button type="submit" name={CLICKED} value="yes">
          {button}
        </Button>
      </Actions>
    </form>
  </PageHead>
)

function Joined() {
  const { inbox, picture, again, next, notYet } = joinedPage
  return (
    <PageHead title={joined.title} text={`${joined.text} ${inbox}`} action={next} picture={picture}>
      <Notes>
        <p>{again}</p>
        <p>
          {notYet.before} <Link to="/waitlist">{notYet.link}</Link>
          {notYet.after}
        </p>
      </Notes>
    </PageHead>
  )
}

const Notes = styled.div`
  margin-top: ${space[8]};

  p {
    max-width: ${measure.text};
  }
  p + p {
    margin-top: ${space[4]};
  }
`

/** Requests another email. The browser validates and sends this form, with and without JavaScript. */
function ResendForm() {
  const { label, placeholder, autocomplete, messages } = FIELDS.email
  return (
    <Form method="post" action={RESEND_PATH}>
      <Field
        id="email"
        name="email"
        type="email"
        label={label}
        optional=""
        rule={messages.malformed}
        placeholder={placeholder}
        autoComplete={autocomplete}
      />
      <Button type="submit">{expiredPage.button}</Button>
    </Form>
  )
}

const Form = styled.form`
  display: grid;
  gap: ${space[5]};
  max-width: 24rem;
  margin-top: ${space[10]};
`

const contents: Readonly<Record<keyof typeof unlistedPages, ReactNode>> = {
  [LINK_PATHS.confirm]: <LinkPage {...linkPages.confirm} whenSeen={NEEDS_CLICK} />,
  [LINK_PATHS.leave]: <LinkPage {...linkPages.leave} />,
  [LINK_PATHS.data]: <LinkPage {...linkPages.data} />,
  [JOINED_PATH]: <Joined />,
  [DONE_PATHS.confirmed]: <PageHead {...donePages.confirmed} />,
  [DONE_PATHS.left]: <PageHead {...donePages.left} />,
  [DONE_PATHS.erased]: <PageHead {...donePages.erased} />,
  [DONE_PATHS.expired]: (
    <PageHead title={expiredPage.title} text={expiredPage.text}>
      <ResendForm />
    </PageHead>
  ),
  [DONE_PATHS.resent]: <PageHead {...donePages.sent} />,
}

export const Page = () => contents[useLocation().pathname as keyof typeof unlistedPages]
