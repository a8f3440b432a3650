import { styled } from 'styled-components'
import { closed } from '../../content/launch.ts'
import { benefits, laterSteps, nextSteps } from '../../content/waitlist.ts'
import { Points } from '../../sections/Points.tsx'
import { Trusted } from '../../sections/Trusted.tsx'
import { Headline, WaitlistHead, Words, Wrapper } from '../../sections/WaitlistHead.tsx'
import { ButtonLink } from '../../ui/Button.tsx'
import { Picture } from '../../ui/Picture.tsx'
import { Actions, Grid, inColumns, Lead } from '../../ui/Section.tsx'

/** Does not use PageHead, because the page with the form would then load PageHead's chunk as well. */
const ClosedHead = ({ title, text, action, picture }: NonNullable<typeof closed>) => (
  <Wrapper>
    <Grid>
      <Words>
        <Headline>{title}</Headline>
        <Lead>{text}</Lead>
        <Actions>
          <ButtonLink to={action.to}>{action.label}</ButtonLink>
        </Actions>
      </Words>
      <Aside>
        <Picture {...picture} eager />
      </Aside>
    </Grid>
  </Wrapper>
)

export const Page = () => (
  <>
    {closed ? (
      <>
        <ClosedHead {...closed} />
        <Points {...laterSteps} look="names" />
      </>
    ) : (
      <>
        <WaitlistHead />
        <Points {...benefits} look="cross" />
        <Points {...nextSteps} look="stops" />
      </>
    )}
    <Trusted />
  </>
)

const Aside = styled.div`
  ${inColumns('7 / -1')}
`
