import { Link } from 'react-router-dom'
import { joinedPage, notices } from '../../../content/waitlist.ts'
import { LitCandle } from '../../../design/art/LitCandle.tsx'
import { PageHead } from '../../../sections/PageHead.tsx'
import { Section } from '../../../ui/Section.tsx'

export function Page() {
  const { before, link } = joinedPage.notYet
  return (
    <>
      <PageHead {...notices.joined} action={joinedPage.next} picture={<LitCandle />} />
      <Section>
        <p>
          {before} <Link to="/waitlist">{link}</Link>.
        </p>
      </Section>
    </>
  )
}
