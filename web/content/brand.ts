import { type Brand, type BrandDefaults, readBrand } from '../../contract/brand.ts'

/**
 * The brand of the product. All other colours are computed from these four when the site is built
 * (see `web/design/palette.ts`), but white, paper and the sample products of the case studies. The design needs a dark ground
 * and a light accent; `npm test -- design/contrast` names every role that is too hard to read.
 */
export const palette = {
  /** The page. */
  ground: '#070a16',
  /** Text. */
  ink: '#e4e7f5',
  /** Buttons, links and the light in every picture. */
  accent: '#ffb04d',
  /** Wrong input. */
  danger: '#ff8d97',
} as const

/** The accent in words, for the descriptions of the pictures. */
export const accentName = 'amber'

/** Each value can also be set in `.env` (see `.env.example`); SITE_URL only there. */
export const defaults: BrandDefaults = {
  BRAND_NAME: 'Starkit',
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
