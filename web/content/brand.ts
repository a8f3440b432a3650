import { type Brand, type BrandDefaults, readBrand } from '../../contract/brand-settings.ts'

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
