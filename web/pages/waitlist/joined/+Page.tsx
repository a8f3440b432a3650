import { Link } from 'react-router-dom'
import { joined, joinedPage } from '../../../content/joined.ts'
import { LitCandle } from '../../../design/art/LitCandle.tsx'
import { PageHead } from '../../../sections/PageHead.tsx'
import { Section } from '../../../ui/Section.tsx'

export function Page() {
  const { before, link } = joinedPage.notYet
  return (
    <>
      <PageHead {...joined} action={joinedPage.next} picture={<LitCandle />} />
      <Section>
        <p>
          {before} <Link to="/waitlist">{link}</Link>.
        </p>
      </Section>
    </>
  )
}
