import { closing, why } from '../../content/home.ts'
import { Closing } from '../../sections/Closing.tsx'
import { Hero } from '../../sections/Hero.tsx'
import { Plans } from '../../sections/Plans.tsx'
import { Points } from '../../sections/Points.tsx'
import { Steps } from '../../sections/Steps.tsx'
import { Testimonials } from '../../sections/Testimonials.tsx'

export const Page = () => (
  <>
    <Hero />
    <Points {...why} look="lines" />
    <Steps />
    <Testimonials />
    <Plans />
    <Closing {...closing} />
  </>
)
