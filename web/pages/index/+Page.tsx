import { closing } from '../../content/home.ts'
import { Closing } from '../../sections/Closing.tsx'
import { Hero } from '../../sections/Hero.tsx'
import { Plans } from '../../sections/Plans.tsx'
import { Steps } from '../../sections/Steps.tsx'
import { Testimonials } from '../../sections/Testimonials.tsx'
import { Why } from '../../sections/Why.tsx'

export const Page = () => (
  <>
    <Hero />
    <Why />
    <Steps />
    <Testimonials />
    <Plans />
    <Closing {...closing} />
  </>
)
