import { Link } from 'react-router-dom'
import { styled } from 'styled-components'
import { joined } from '../../../content/joined.ts'
import { joinedPage } from '../../../content/joined-page.ts'
import { measure, space } from '../../../design/tokens.ts'
import { PageHead } from '../../../sections/PageHead.tsx'
import { Section } from '../../../ui/Section.tsx'

export function Page() {
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
