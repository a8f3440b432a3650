import { Link } from 'react-router-dom'
import { styled } from 'styled-components'
import { joined } from '../../../content/joined.ts'
import { joinedPage } from '../../../content/joined-page.ts'
import { LitCandle } from '../../../design/art/LitCandle.tsx'
import { color } from '../../../design/theme.ts'
import { measure, space, type } from '../../../design/tokens.ts'
import { PageHead } from '../../../sections/PageHead.tsx'
import { Section } from '../../../ui/Section.tsx'

export function Page() {
  const { inbox, next, notYet } = joinedPage
  return (
    <>
      <PageHead {...joined} action={next} picture={<LitCandle />} />
      <Section>
        <Inbox>
          <h2>{inbox.title}</h2>
          <p>{inbox.text}</p>
          <p>{inbox.again}</p>
        </Inbox>
        <p>
          {notYet.before} <Link to="/waitlist">{notYet.link}</Link>.
        </p>
      </Section>
    </>
  )
}

const Inbox = styled.div`
  max-width: ${measure.text};
  margin-bottom: ${space[10]};

  h2 {
    margin-bottom: ${space[3]};
    ${type.heading}
  }
  p + p {
    margin-top: ${space[3]};
    color: ${color.muted};
  }
`
