import { benefits, nextSteps } from '../../content/waitlist.ts'
import { Points } from '../../sections/Points.tsx'
import { Trusted } from '../../sections/Trusted.tsx'
import { WaitlistHead } from '../../sections/WaitlistHead.tsx'

export const Page = () => (
  <>
    <WaitlistHead />
    <Points {...benefits} look="cross" />
    <Points {...nextSteps} look="stops" />
    <Trusted />
  </>
)
