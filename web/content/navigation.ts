import { brand, builtIn } from './brand.ts'
import { launch } from './launch.ts'
import { newsLinks } from './news.ts'

/** The build checks that every link points to a page. */
export interface NavLink {
  readonly label: string
  /** The path of a page or, after the launch, the product's address. */
  readonly to: string
}

export const waitlistPage = '/waitlist'

/** Every button that asks visitors to join points here: to the form or, after the launch, to the product. */
export const joinAddress = launch?.url ?? waitlistPage

const features: NavLink = { label: 'Features', to: '/features' }
const pricing: NavLink = { label: 'Pricing', to: '/pricing' }
const blog: NavLink = { label: 'Blog', to: '/blog' }
const about: NavLink = { label: 'About', to: '/about' }

/** The links in the header and the menu. */
export const headerLinks: readonly NavLink[] = [features, pricing, blog, about]

/** The header's button. */
export const joinLink: NavLink = { label: launch?.button ?? 'Join Waitlist', to: joinAddress }

interface FooterColumn {
  readonly title: string
  /** Words without an address are not links (docs/decisions/0004). */
  readonly links: readonly (NavLink | { readonly label: string; readonly to: null })[]
}

const columns: readonly FooterColumn[] = [
  { title: 'Product', links: [features, pricing, joinLink] },
  {
    title: 'Company',
    links: [about, { label: 'Blog', to: null }, ...newsLinks, { label: 'Careers', to: null }],
  },
  {
    title: 'Legal',
    links: [
      { label: 'Terms', to: '/terms' },
      { label: 'Privacy', to: '/privacy' },
      { label: 'Security', to: null },
    ],
  },
]

export const footer = {
  /** The product in one sentence. Search engines get it as well. */
  blurb: `${brand.name} is an AI-powered brand creation and growth platform that turns product links into ads for online sellers.`,
  columns,
  copyright: `© ${builtIn} ${brand.company}. All rights reserved.`,
  social: (
    [
      { icon: 'instagram', label: 'Instagram', href: brand.instagramUrl },
      { icon: 'linkedin', label: 'LinkedIn', href: brand.linkedinUrl },
    ] as const
  ).filter(({ href }) => href),
} as const

/** Words in the header and the menu, and text for screen readers. */
export const chrome = {
  home: `${brand.name}, home`,
  skip: 'Skip to content',
  loading: 'Loading',
  mainNavigation: 'Main',
  footerNavigation: 'Footer',
  openMenu: 'Open menu',
  closeMenu: 'Close menu',
  menu: 'Menu',
  newTab: 'opens in a new tab',
  /** Marks content as invented while its `sample` is true. */
  sample: 'Sample',
} as const
