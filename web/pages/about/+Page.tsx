import { aboutClosing, aboutHead } from '../../content/about.ts'
import { Closing } from '../../sections/Closing.tsx'
import { Hiring } from '../../sections/Hiring.tsx'
import { Journey } from '../../sections/Journey.tsx'
import { Mission } from '../../sections/Mission.tsx'
import { PageHead } from '../../sections/PageHead.tsx'
import { Values } from '../../sections/Values.tsx'

export const Page = () => (
  <>
    <PageHead {...aboutHead} />
    <Mission />
    <Values />
    <Journey />
    <Hiring />
    <Closing {...aboutClosing} />
  </>
)
