import type { ComponentType } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import type { CaseStudyImage } from '../../content/blog.ts'
import { storyPicturePath } from '../../content/files.ts'
import { Bars } from '../../design/art/stories/Bars.tsx'
import { Dripper } from '../../design/art/stories/Dripper.tsx'
import { Linen } from '../../design/art/stories/Linen.tsx'
import type { SiteFiles } from '../files/site-files.ts'

const pictures: Record<CaseStudyImage, ComponentType> = {
  bars: Bars,
  dripper: Dripper,
  linen: Linen,
}

/** The pictures of the case studies as SVG files. */
export const storyPictures = (): SiteFiles =>
  Object.fromEntries(
    (Object.keys(pictures) as CaseStudyImage[]).map((image) => {
      const Picture = pictures[image]
      return [storyPicturePath(image), renderToStaticMarkup(<Picture />)]
    }),
  )
