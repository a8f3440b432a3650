import type { CaseStudyImage } from '../../../content/blog.ts'
import { storyPicturePath } from '../../../content/files.ts'

interface CaseStudyPictureProps {
  image: CaseStudyImage
  label: string
}

/** The picture of a case study: a file, fetched once the tab that shows it is open. */
export function CaseStudyPicture({ image, label }: CaseStudyPictureProps) {
  return <img src={storyPicturePath(image)} alt={label} width="640" height="360" loading="lazy" />
}
