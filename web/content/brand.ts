/**
 * Who the site speaks for. This is the one file with the product's name; each value can
 * be set from the environment when the site is built (see `.env.example`).
 */
export interface Brand {
  readonly name: string
  /** Where the site will stand, without a trailing slash: canonical links are made of it. */
  readonly origin: string
  readonly supportEmail: string
  readonly privacyEmail: string
  readonly instagramUrl: string
  readonly linkedinUrl: string
  readonly productHunt: { readonly url: string; readonly badgeUrl: string }
}

export const defaults = {
  BRAND_NAME: 'Starkit',
  SITE_URL: 'https://starkit.example',
  BRAND_SUPPORT_EMAIL: 'support@starkit.example',
  BRAND_PRIVACY_EMAIL: 'privacy@starkit.example',
  BRAND_INSTAGRAM_URL: 'https://www.instagram.com/starkit.example',
  BRAND_LINKEDIN_URL: 'https://www.linkedin.com/company/starkit-example',
  BRAND_PRODUCT_HUNT_URL: 'https://www.producthunt.com/products/starkit-example',
  BRAND_PRODUCT_HUNT_BADGE_URL:
    'https://api.producthunt.com/widgets/embed-image/v1/featured.svg?post_id=0&theme=dark',
} as const

type Variable = keyof typeof defaults

/** `npm run docs` writes them into docs/settings.md and .env.example. */
export const descriptions: Record<Variable, string> = {
  BRAND_NAME: 'The name of the product, up to 40 characters.',
  SITE_URL: 'The public address of the site, without a path. Canonical links begin with it.',
  BRAND_SUPPORT_EMAIL: 'The contact in the terms and in `security.txt`.',
  BRAND_PRIVACY_EMAIL: 'The contact in the privacy policy.',
  BRAND_INSTAGRAM_URL: 'The Instagram profile that the footer links to.',
  BRAND_LINKEDIN_URL: 'The LinkedIn page that the footer links to.',
  BRAND_PRODUCT_HUNT_URL: 'The Product Hunt page that the badge links to.',
  BRAND_PRODUCT_HUNT_BADGE_URL: 'The picture of the Product Hunt badge.',
}

const rules: Record<Variable, (value: string) => boolean> = {
  BRAND_NAME: (value) => /^[^<>{}]{1,40}$/u.test(value),
  SITE_URL: isWebAddress,
  BRAND_SUPPORT_EMAIL: isEmail,
  BRAND_PRIVACY_EMAIL: isEmail,
  BRAND_INSTAGRAM_URL: isWebAddress,
  BRAND_LINKEDIN_URL: isWebAddress,
  BRAND_PRODUCT_HUNT_URL: isWebAddress,
  BRAND_PRODUCT_HUNT_BADGE_URL: isWebAddress,
}

/**
 * @param env - variables by name; an empty one counts as not set
 * @throws Error naming every variable whose value cannot be used
 */
export function readBrand(env: Readonly<Record<string, unknown>>): Brand {
  const value = (name: Variable) => String(env[name] || defaults[name]).trim()
  const wrong = (Object.keys(rules) as Variable[]).filter((name) => !rules[name](value(name)))
  if (wrong.length > 0) {
    const list = wrong.map((name) => `  ${name}=${value(name)} (like ${defaults[name]})`)
    throw new Error(`The brand cannot be built from these settings:\n${list.join('\n')}`)
  }
  return {
    name: value('BRAND_NAME'),
    origin: new URL(value('SITE_URL')).origin,
    supportEmail: value('BRAND_SUPPORT_EMAIL'),
    privacyEmail: value('BRAND_PRIVACY_EMAIL'),
    instagramUrl: value('BRAND_INSTAGRAM_URL'),
    linkedinUrl: value('BRAND_LINKEDIN_URL'),
    productHunt: {
      url: value('BRAND_PRODUCT_HUNT_URL'),
      badgeUrl: value('BRAND_PRODUCT_HUNT_BADGE_URL'),
    },
  }
}

function isWebAddress(value: string): boolean {
  return URL.canParse(value) && /^https?:\/\/[^\s"<>]+$/.test(value)
}

function isEmail(value: string): boolean {
  return /^[^\s@"<>]+@[^\s@"<>]+$/.test(value)
}

/** Set by `vite.config.ts`; without Vite, in scripts and tests, the environment is read here. */
declare const __BRAND__: Brand | undefined

export const brand: Brand = typeof __BRAND__ === 'undefined' ? readBrand(process.env) : __BRAND__
