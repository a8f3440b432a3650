import { OwnerError } from './owner-error.ts'
import { isSiteAddress, webAddress } from './urls.ts'

export interface Brand {
  readonly name: string
  /** The company's registered name, or the product's name if none is set. */
  readonly company: string
  /** The site's public address without a trailing slash. Canonical links begin with it. */
  readonly origin: string
  readonly supportEmail: string
  readonly privacyEmail: string
  /** The address on one line, or an empty string. */
  readonly postalAddress: string
  /** Empty strings stand for links that the site does not have. */
  readonly instagramUrl: string
  readonly linkedinUrl: string
  readonly productHunt: { readonly url: string; readonly badgeUrl: string }
}

/** This value removes a link from the site. */
const NONE = 'none'

type Rule = (value: string) => boolean

const isWebAddress: Rule = (value) =>
  webAddress(value) !== undefined && /^https?:\/\/[^\s"<>]+$/.test(value)
const isLink: Rule = (value) => value === NONE || isWebAddress(value)
/** Allows only ASCII before the @, because few mail servers accept other characters there. */
const isEmail: Rule = (value) => /^[!#-;=?A-~]+@[^\s@"<>]+$/.test(value)

const rules = {
  BRAND_NAME: (value) => /^[^<>{}]{1,40}$/u.test(value),
  BRAND_COMPANY: (value) => /^[^<>{}]{0,100}$/u.test(value),
  SITE_URL: isSiteAddress,
  BRAND_SUPPORT_EMAIL: isEmail,
  BRAND_PRIVACY_EMAIL: isEmail,
  BRAND_POSTAL_ADDRESS: (value) => /^[^<>{}]{0,200}$/u.test(value),
  BRAND_INSTAGRAM_URL: isLink,
  BRAND_LINKEDIN_URL: isLink,
  BRAND_PRODUCT_HUNT_URL: isLink,
  BRAND_PRODUCT_HUNT_BADGE_URL: isLink,
} satisfies Record<string, Rule>

type Variable = keyof typeof rules

/**
 * Matches control characters, because a line break would start another email header, and terminals obey escape
 * sequences.
 */
const CONTROL = /\p{Cc}/gu

const hasControl = (value: string): boolean => value.search(CONTROL) >= 0

const visible = (value: string): string =>
  value.replace(CONTROL, (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`)

/** `npm run docs` writes these descriptions into docs/settings.md and .env.example. */
export const descriptions: Readonly<Record<Variable, string>> = {
  BRAND_NAME: 'The name of the product, up to 40 characters.',
  BRAND_COMPANY:
    'The registered name of your company, for every email, the terms, the privacy policy and the copyright line. If unset, BRAND_NAME is used.',
  SITE_URL:
    'The public address of the site, without a path: for canonical links, the sitemap, emails and the certificate. A form sent without JavaScript has to come from there or from CORS_ORIGIN. If unset, the site is a trial: its pages name an example address and ask search engines to leave them out, and emails link to localhost while HOST serves this machine only.',
  BRAND_SUPPORT_EMAIL: 'The contact in the terms, in emails and in `security.txt`.',
  BRAND_PRIVACY_EMAIL: 'The contact in the privacy policy.',
  BRAND_POSTAL_ADDRESS:
    'Your postal address in one line, for every email, the terms and the privacy policy. The United States and other countries require one in commercial email.',
  BRAND_INSTAGRAM_URL: 'The Instagram profile that the footer links to; `none` for no link.',
  BRAND_LINKEDIN_URL: 'The LinkedIn page that the footer links to; `none` for no link.',
  BRAND_PRODUCT_HUNT_URL: 'The Product Hunt page that the badge links to; `none` for no badge.',
  BRAND_PRODUCT_HUNT_BADGE_URL: 'The picture of the Product Hunt badge; `none` for no badge.',
}

/**
 * Values for the brand settings that the environment leaves unset. SITE_URL can only come from the environment, because
 * the worker and the certificate need it as well.
 */
export type BrandDefaults = Readonly<
  Record<Exclude<Variable, 'SITE_URL' | 'BRAND_COMPANY' | 'BRAND_POSTAL_ADDRESS'>, string> & {
    BRAND_COMPANY?: string
    BRAND_POSTAL_ADDRESS?: string
  }
>

/**
 * Sample values for error messages and docs. The defaults cannot serve as samples, because an owner may set one to
 * `none`.
 */
export const examples: Readonly<Record<Variable, string>> = {
  BRAND_NAME: 'Starkit',
  BRAND_COMPANY: 'Starkit, Inc.',
  SITE_URL: 'https://www.example.com',
  BRAND_SUPPORT_EMAIL: 'support@example.com',
  BRAND_PRIVACY_EMAIL: 'privacy@example.com',
  BRAND_POSTAL_ADDRESS: '1 Main Street, Springfield, IL 62701, USA',
  BRAND_INSTAGRAM_URL: 'https://www.instagram.com/example',
  BRAND_LINKEDIN_URL: 'https://www.linkedin.com/company/example',
  BRAND_PRODUCT_HUNT_URL: 'https://www.producthunt.com/products/example',
  BRAND_PRODUCT_HUNT_BADGE_URL:
    'https://api.producthunt.com/widgets/embed-image/v1/featured.svg?post_id=0',
}

const SAMPLE_ORIGIN = 'https://starkit.example'

/**
 * @param env - variables by name; empty ones count as unset
 * @throws OwnerError that lists every variable with an unusable value
 */
export function readBrand(
  env: Readonly<Record<string, string | undefined>>,
  defaults: BrandDefaults,
): Brand {
  const unset = { ...defaults, SITE_URL: SAMPLE_ORIGIN }
  const value = (name: Variable) => (env[name] || unset[name] || '').trim()
  const wrong = (Object.keys(rules) as Variable[]).filter(
    (name) => hasControl(value(name)) || !rules[name](value(name)),
  )
  if (wrong.length > 0) {
    const list = wrong.map((name) => `  ${name}=${visible(value(name))} (like ${examples[name]})`)
    // The first line lists the variables, because linters print only that line.
    throw new OwnerError(
      `These brand settings cannot be used: ${wrong.join(', ')}\n${list.join('\n')}`,
    )
  }
  const link = (name: Variable) => (value(name) === NONE ? '' : value(name))
  const badge = {
    url: link('BRAND_PRODUCT_HUNT_URL'),
    badgeUrl: link('BRAND_PRODUCT_HUNT_BADGE_URL'),
  }
  return {
    name: value('BRAND_NAME'),
    company: value('BRAND_COMPANY') || value('BRAND_NAME'),
    origin: new URL(value('SITE_URL')).origin,
    supportEmail: value('BRAND_SUPPORT_EMAIL'),
    privacyEmail: value('BRAND_PRIVACY_EMAIL'),
    postalAddress: value('BRAND_POSTAL_ADDRESS'),
    instagramUrl: link('BRAND_INSTAGRAM_URL'),
    linkedinUrl: link('BRAND_LINKEDIN_URL'),
    productHunt: badge.url && badge.badgeUrl ? badge : { url: '', badgeUrl: '' },
  }
}
