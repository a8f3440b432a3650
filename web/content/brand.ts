import { type Brand, type BrandDefaults, readBrand } from '../../contract/brand-settings.ts'

/**
 * The colours of the brand. The build computes all others from these four (see `web/design/palette.ts`), except white,
 * paper and the sample products of the case studies. The design needs a dark ground
 * and a light accent; `npm test -- design/contrast` names every role that is too hard to read.
 */
export const palette = {
  /** The background of pages. */
  ground: '#070a16',
  /** The colour of text. */
  ink: '#e4e7f5',
  /** The colour of buttons, links and the light in every picture. */
  accent: '#ffb04d',
  /** The colour of errors. */
  danger: '#ff8d97',
} as const

/** The accent in words, for the descriptions of the pictures. */
export const accentName = 'amber'

/** Each value can also be set in `.env` (see `.env.example`); SITE_URL only there. */
export const defaults: BrandDefaults = {
  BRAND_NAME: 'Starkit',
  BRAND_COMPANY: '',
  BRAND_SUPPORT_EMAIL: 'support@starkit.example',
  BRAND_PRIVACY_EMAIL: 'privacy@starkit.example',
  BRAND_POSTAL_ADDRESS: '',
  BRAND_INSTAGRAM_URL: 'https://www.instagram.com/starkit.example',
  BRAND_LINKEDIN_URL: 'https://www.linkedin.com/company/starkit-example',
  BRAND_PRODUCT_HUNT_URL: 'https://www.producthunt.com/products/starkit-example',
  BRAND_PRODUCT_HUNT_BADGE_URL:
    'https://api.producthunt.com/widgets/embed-image/v1/featured.svg?post_id=0&theme=dark',
}

/** The year of the build, for the copyright line. */
export const builtIn = new Date().getUTCFullYear()

export const brand: Brand = readBrand(process.env, defaults)
