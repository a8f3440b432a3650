import { builtIn, footerColumns } from '../routes/page-table.ts'
import { blurb } from './blurb.ts'
import { brand } from './brand.ts'

export { headerLinks, joinLink, type NavLink } from '../routes/page-table.ts'

export const footer = {
  blurb,
  columns: footerColumns,
  copyright: `© ${builtIn} ${brand.name}. All rights reserved.`,
  social: (
    [
      { label: 'Instagram', href: brand.instagramUrl },
      { label: 'LinkedIn', href: brand.linkedinUrl },
    ] as const
  ).filter(({ href }) => href),
} as const

/** Words of the header and the menu, and texts for screen readers. */
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
