import { JoinEarly } from '../../sections/JoinEarly.tsx'
import { NextSteps } from '../../sections/NextSteps.tsx'
import { Trusted } from '../../sections/Trusted.tsx'
import { WaitlistHead } from '../../sections/WaitlistHead.tsx'

export function Page() {
  return (
    <>
      <WaitlistHead />
      <JoinEarly />
      <NextSteps />
      <Trusted />
    </>
  )
}
