import { featuresClosing, featuresHead } from '../../content/features.ts'
import { Closing } from '../../sections/Closing.tsx'
import { FeatureGrid } from '../../sections/FeatureGrid.tsx'
import { PageHead } from '../../sections/PageHead.tsx'

export function Page() {
  return (
    <>
      <PageHead
        title={featuresHead.title}
        text={featuresHead.text}
        action={featuresHead.primary}
        picture={featuresHead.picture}
      />
      <FeatureGrid />
      <Closing {...featuresClosing} />
    </>
  )
}
