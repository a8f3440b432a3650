export interface Brand {
  readonly name: string
  /** The site's public address without a trailing slash. Canonical links begin with it. */
  readonly origin: string
  readonly supportEmail: string
  readonly privacyEmail: string
  readonly instagramUrl: string
  readonly linkedinUrl: string
  readonly productHunt: { readonly url: string; readonly badgeUrl: string }
}

type Rule = (value: string) => boolean

const isWebAddress: Rule = (value) => URL.canParse(value) && /^https?:\/\/[^\s"<>]+$/.test(value)
const isEmail: Rule = (value) => /^[^\s@"<>]+@[^\s@"<>]+$/.test(value)

const rules = {
  BRAND_NAME: (value) => /^[^<>{}]{1,40}$/u.test(value),
  SITE_URL: isWebAddress,
  BRAND_SUPPORT_EMAIL: isEmail,
  BRAND_PRIVACY_EMAIL: isEmail,
  BRAND_INSTAGRAM_URL: isWebAddress,
  BRAND_LINKEDIN_URL: isWebAddress,
  BRAND_PRODUCT_HUNT_URL: isWebAddress,
  BRAND_PRODUCT_HUNT_BADGE_URL: isWebAddress,
} satisfies Record<string, Rule>

type Variable = keyof typeof rules

/** `npm run docs` writes them into docs/settings.md and .env.example. */
export const descriptions: Readonly<Record<Variable, string>> = {
  BRAND_NAME: 'The name of the product, up to 40 characters.',
  SITE_URL:
    'The public address of the site, without a path. Canonical links begin with it. If it is set, a form sent without JavaScript has to come from there or from CORS_ORIGIN.',
  BRAND_SUPPORT_EMAIL: 'The contact in the terms, in mails and in `security.txt`.',
  BRAND_PRIVACY_EMAIL: 'The contact in the privacy policy.',
  BRAND_INSTAGRAM_URL: 'The Instagram profile that the footer links to.',
  BRAND_LINKEDIN_URL: 'The LinkedIn page that the footer links to.',
  BRAND_PRODUCT_HUNT_URL: 'The Product Hunt page that the badge links to.',
  BRAND_PRODUCT_HUNT_BADGE_URL: 'The picture of the Product Hunt badge.',
}

/** The values of the brand's settings when the environment does not set them. */
export type BrandDefaults = Readonly<Record<Variable, string>>

/**
 * @param env - variables by name; an empty one counts as unset
 * @throws Error that names every variable whose value cannot be used
 */
export function readBrand(
  env: Readonly<Record<string, string | undefined>>,
  defaults: BrandDefaults,
): Brand {
  const value = (name: Variable) => (env[name] || defaults[name]).trim()
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
