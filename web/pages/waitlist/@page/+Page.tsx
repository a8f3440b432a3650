import { DONE_PATHS, JOINED_PATH, LINK_PATHS, NEEDS_CLICK } from '@ad-kit/contract'
import type { ReactNode } from 'react'
import { Link, useLocation } from 'react-router-dom'
import { styled } from 'styled-components'
import { joined } from '../../../content/joined.ts'
import { joinedPage } from '../../../content/joined-page.ts'
import { donePages, expiredPage, linkPages } from '../../../content/link-pages.ts'
import type { unlistedPages } from '../../../content/pages.ts'
import { measure, space } from '../../../design/tokens.ts'
import { LinkPage } from '../../../sections/LinkPage.tsx'
import { PageHead } from '../../../sections/PageHead.tsx'
import { ResendForm } from '../../../sections/ResendForm.tsx'
import { Section } from '../../../ui/Section.tsx'

function Joined() {
  const { inbox, picture, again, next, notYet } = joinedPage
  return (
    <>
      <PageHead
        title={joined.title}
        text={`${joined.text} ${inbox}`}
        action={next}
        picture={picture}
      />
      <Notes>
        <p>{again}</p>
        <p>
          {notYet.before} <Link to="/waitlist">{notYet.link}</Link>.
        </p>
      </Notes>
    </>
  )
}

const Notes = styled(Section)`
  p {
    max-width: ${measure.text};
  }
  p + p {
    margin-top: ${space[4]};
  }
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
    <>
      <PageHead title={expiredPage.title} text={expiredPage.text} />
      <ResendForm />
    </>
  ),
  [DONE_PATHS.resent]: <PageHead {...donePages.sent} />,
}

export const Page = () => contents[useLocation().pathname as keyof typeof unlistedPages]
