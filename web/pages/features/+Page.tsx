import { featuresClosing, featuresHead } from '../../content/features.ts'
import { Closing } from '../../sections/Closing.tsx'
import { FeatureGrid } from '../../sections/FeatureGrid.tsx'
import { PageHead } from '../../sections/PageHead.tsx'

export const Page = () => (
  <>
    <PageHead {...featuresHead} />
    <FeatureGrid />
    <Closing {...featuresClosing} />
  </>
)
