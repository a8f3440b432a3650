import { brand } from './brand.ts'

/** The one registry of the site's addresses. */
export const paths = {
  home: '/',
  features: '/features',
  pricing: '/pricing',
  about: '/about',
  blog: '/blog',
  waitlist: '/waitlist',
  terms: '/terms',
  privacy: '/privacy',
} as const

export type Path = (typeof paths)[keyof typeof paths]

export interface NavLink {
  readonly label: string
  readonly to: Path
}

/** A footer entry that goes nowhere: shown as text, never as a link that lies. */
export interface Placeholder {
  readonly label: string
  readonly to: null
  readonly note: string
}

export const headerLinks: readonly NavLink[] = [
  { label: 'Features', to: paths.features },
  { label: 'Pricing', to: paths.pricing },
  { label: 'Blog', to: paths.blog },
  { label: 'About', to: paths.about },
]

export const joinLink: NavLink = { label: 'Join Waitlist', to: paths.waitlist }

export const footer = {
  blurb: `${brand.name} is an AI-powered brand creation and growth platform for people who sell online.`,
  columns: [
    {
      title: 'Product',
      links: [
        { label: 'Features', to: paths.features },
        { label: 'Pricing', to: paths.pricing },
        joinLink,
      ],
    },
    {
      title: 'Company',
      links: [
        { label: 'About', to: paths.about },
        { label: 'Blog', to: null, note: '' },
        { label: 'Careers', to: null, note: 'soon' },
      ],
    },
    {
      title: 'Legal',
      links: [
        { label: 'Terms', to: paths.terms },
        { label: 'Privacy', to: paths.privacy },
        { label: 'Security', to: null, note: 'soon' },
      ],
    },
  ] satisfies { title: string; links: (NavLink | Placeholder)[] }[],
  copyright: `© 2025 ${brand.name}. All rights reserved.`,
  social: [
    { label: 'Instagram', href: brand.instagramUrl },
    { label: 'LinkedIn', href: brand.linkedinUrl },
  ],
} as const

/** Words of the header, the menu and the links that only some visitors meet. */
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
} as const
