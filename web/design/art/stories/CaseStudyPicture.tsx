import type { CaseStudyImage } from '../../../content/blog.ts'
import bars from './bars.svg?no-inline'
import dripper from './dripper.svg?no-inline'
import linen from './linen.svg?no-inline'

const files: Record<CaseStudyImage, string> = { bars, dripper, linen }

interface CaseStudyPictureProps {
  image: CaseStudyImage
  label: string
}

/** The picture of a case study: a file, fetched once the tab is opened that shows it. */
export function CaseStudyPicture({ image, label }: CaseStudyPictureProps) {
  return <img src={files[image]} alt={label} width="640" height="360" loading="lazy" />
}
