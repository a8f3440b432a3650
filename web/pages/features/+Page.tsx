import { featuresClosing, featuresHead } from '../../content/features.ts'
import { ArtDefs } from '../../design/art/ArtDefs.tsx'
import { ExampleAds } from '../../design/art/ExampleAds.tsx'
import { Closing } from '../../sections/Closing.tsx'
import { FeatureGrid } from '../../sections/FeatureGrid.tsx'
import { PageHead } from '../../sections/PageHead.tsx'

export function Page() {
  return (
    <>
      <ArtDefs />
      <PageHead
        title={featuresHead.title}
        text={featuresHead.text}
        action={featuresHead.primary}
        picture={<ExampleAds {...featuresHead.examples} />}
      />
      <FeatureGrid />
      <Closing {...featuresClosing} />
    </>
  )
}
