import { brand } from './brand.ts'
import { launch } from './launch.ts'
import { joinAddress } from './navigation.ts'

/** The RSS feed's name in feed readers and browsers. */
export const feedTitle = `${brand.name}: insights`

export const blogHead = {
  title: 'Insights & Stories',
  text: 'What to know about ads before you pay for one: hooks, product photos and fair tests.',
} as const

export const blogClosing = {
  title: 'See your own product as an ad.',
  primary: { label: launch?.button ?? 'Join Waitlist', to: joinAddress },
  secondary: { label: 'Explore Features', to: '/features' },
} as const

export const blogTabs = {
  posts: 'Blog Posts',
  caseStudies: 'Case Studies',
} as const

export const blogWords = {
  tabs: 'Stories',
  readMore: 'Read More',
  showLess: 'Show Less',
  caseStudy: 'Case Study',
  client: 'Client',
  industry: 'Industry',
  timeline: 'Timeline',
  challenge: 'Challenge',
  solution: 'Solution',
  keyResults: 'Key Results',
  viewCaseStudy: 'View Full Case Study',
  noFullCaseStudy: 'Not published yet.',
} as const

export interface CaseStudy {
  readonly id: string
  readonly title: string
  readonly client: string
  readonly industry: string
  readonly challenge: string
  readonly solution: string
  /** The card shows the first two. */
  readonly results: readonly [string, string, string, ...string[]]
  /** A file in `web/pictures`. */
  readonly image: string
  readonly imageAlt: string
  readonly timeline: string
  readonly testimonial: string
  /** True while the case is invented. Replace it before the site goes live. */
  readonly sample: boolean
}

export const caseStudies: readonly CaseStudy[] = [
  {
    id: 'ceramic-dripper',
    title: 'One dripper, four reasons to want it',
    client: 'Brimwell Ceramics',
    industry: 'Kitchenware',
    challenge:
      'A hand-thrown coffee dripper with one good photo and a single ad. Buyers liked how it looked. No one knew why they bought it.',
    solution:
      'Four static creatives from one product link, each with a different hook: the glaze, the morning, the gift, the taste. All four ran with the same budget for two full weeks.',
    results: [
      '4 hooks tested in 14 days, up from 1',
      'The gift hook took 46 of 88 orders',
      '2 hooks dropped, their budget moved to the gift hook',
    ],
    image: 'case-dripper.svg',
    imageAlt:
      'A speckled ceramic coffee dripper on a glass jug, a thread of coffee falling in warm side light',
    timeline: '2 weeks',
    testimonial: 'We thought we sold a pretty object. It turns out we sell a gift.',
    sample: true,
  },
  {
    id: 'trail-snack-bars',
    title: 'From a cold supplier photo to the top of a hill',
    client: 'Tarnfoot',
    industry: 'Food and snacks',
    challenge:
      'Three flavors of oat bar, photographed on white with the wrapper closed. But the first bite, outdoors, is what sells a snack bar.',
    solution:
      'A new photo of each bar, broken open beside its wrapper, then one ad kit for each: outdoor mockups, captions and one UGC-style video per flavor.',
    results: [
      '3 ad kits and 3 videos from 3 links',
      '1 afternoon from new photos to first ads',
      '2 of 3 flavors kept after two full weeks of ads',
    ],
    image: 'case-bars.svg',
    imageAlt:
      'Three snack bars on a flat stone, one broken open to show oats and seeds, hills at dusk behind them',
    timeline: '3 weeks',
    testimonial: 'The kit was quick. Breaking a bar so that it looked good took longer.',
    sample: true,
  },
  {
    id: 'linen-bedding',
    title: 'Selling touch to people who cannot touch',
    client: 'Hollin & Weft',
    industry: 'Home textiles',
    challenge:
      'Linen bedding in six colors, at a price that needs a reason. In flat catalog pictures it looked like any cotton.',
    solution:
      'Close-ups in side light that show the weave, and hooks that name the price first. All six colors share one look, square for the feed and vertical for full screen.',
    results: [
      '6 colors in one look within a month',
      '18 static creatives from 6 product links',
      'The price hook ran 3 weeks, the longest of all',
    ],
    image: 'case-linen.svg',
    imageAlt:
      'A bed with rumpled linen sheets, the weave and its folds raised by low evening light',
    timeline: '1 month',
    testimonial: 'Once we named the price ourselves, people stopped asking about it.',
    sample: true,
  },
]
