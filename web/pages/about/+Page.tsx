import { aboutClosing, aboutHead, values } from '../../content/about.ts'
import { Closing } from '../../sections/Closing.tsx'
import { Hiring } from '../../sections/Hiring.tsx'
import { Journey } from '../../sections/Journey.tsx'
import { Mission } from '../../sections/Mission.tsx'
import { PageHead } from '../../sections/PageHead.tsx'
import { Points } from '../../sections/Points.tsx'

export const Page = () => (
  <>
    <PageHead {...aboutHead} />
    <Mission />
    <Points {...values} look="names" />
    <Journey />
    <Hiring />
    <Closing {...aboutClosing} />
  </>
)
