import { JoinEarly } from '../../sections/JoinEarly.tsx'
import { NextSteps } from '../../sections/NextSteps.tsx'
import { Trusted } from '../../sections/Trusted.tsx'
import { WaitlistHead } from '../../sections/WaitlistHead.tsx'

export const Page = () => (
  <>
    <WaitlistHead />
    <JoinEarly />
    <NextSteps />
    <Trusted />
  </>
)
