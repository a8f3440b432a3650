import { DONE_PATHS, JOINED_PATH, LINK_PATHS } from '@ad-kit/contract'
import { blogHead } from './blog.ts'
import { brand } from './brand.ts'
import { closed } from './launch.ts'
import { privacy, terms } from './legal/legal.ts'
import { news, newsPath, newsWords } from './news.ts'
import { plans } from './plans.ts'

export interface PageWords {
  /** Shown in the browser tab and in search results. */
  readonly title: string
  readonly description: string
  /** False keeps the page out of the sitemap and of search engines. */
  readonly indexed?: false
  /** The date of the last change in ISO 8601, for the sitemap. Leave it out if it is not known. */
  readonly changed?: string
}

const named = (title: string, description: string): PageWords => ({
  title: `${title} – ${brand.name}`,
  description,
})

const unlisted = (title: string, description: string): PageWords => ({
  ...named(title, description),
  indexed: false,
})

/** The plan that the pricing page's description mentions. */
const plan = plans.find(({ popular }) => popular) ?? plans[0]

/** The pages behind email links, and those to which the API redirects after a form. */
export const unlistedPages = {
  [LINK_PATHS.confirm]: unlisted(
    'Confirm your address',
    'Confirm your email address for the waitlist.',
  ),
  [LINK_PATHS.leave]: unlisted('Leave the waitlist', 'Stop all emails to your address.'),
  [LINK_PATHS.data]: unlisted('Your data', 'See what we keep about you.'),
  [JOINED_PATH]: unlisted('Welcome to the waitlist', 'Shown after you join the waitlist.'),
  [DONE_PATHS.confirmed]: unlisted('Address confirmed', 'Shown after you confirm your address.'),
  [DONE_PATHS.left]: unlisted('You have left the waitlist', 'Shown after you leave the waitlist.'),
  [DONE_PATHS.erased]: unlisted(
    'Your data is being erased',
    'Shown after you ask us to erase your data.',
  ),
  [DONE_PATHS.expired]: unlisted(
    'Ask for a new email',
    'Get a new email if your link has expired.',
  ),
  [DONE_PATHS.resent]: unlisted('Check your inbox', 'Shown after you ask for a new email.'),
}

/** The public letters' pages and the list of letters. Empty while no letter is public. */
export const newsPages: Readonly<Record<string, PageWords>> = Object.fromEntries(
  news.flatMap(({ path, title, description, date }, index) => {
    const page = [path, { ...named(title, description), changed: date }] as const
    const list = [newsPath, { ...named(newsWords.title, newsWords.text), changed: date }] as const
    return index === 0 ? [list, page] : [page]
  }),
)

/** Every page that has an address. Its content is in `web/pages`. */
export const pages: Readonly<Record<string, PageWords>> = {
  '/': {
    title: `${brand.name} – Turn any product link into high-converting ads`,
    description:
      'Paste a product link or upload an image and get an ad kit for TikTok and Meta: mockups, captions, hooks and calls to action. Pro adds UGC-style videos.',
  },
  '/features': named(
    'Features',
    'From an AI brand builder to performance analytics: what the platform does for people who sell online.',
  ),
  '/pricing': named(
    'Pricing',
    `Start free with one product a day, or go ${plan.name} for ${plan.price} a month. Cancel anytime.`,
  ),
  '/blog': named(blogHead.title, 'Articles and case studies for people who make their own ads.'),
  '/about': named(
    'About',
    'Why we are building the future of brand creation, and how far we have come.',
  ),
  '/waitlist': named(
    closed?.name ?? 'Join the waitlist',
    closed?.description ??
      'Turn a product link into TikTok and Meta ads. Join free for early access, launch discounts and lifetime perks.',
  ),
  '/terms': {
    ...named(terms.title, `The terms that apply when you use ${brand.name}.`),
    changed: terms.effective,
  },
  '/privacy': {
    ...named(privacy.title, `What ${brand.name} does with personal data, and what it never does.`),
    changed: privacy.effective,
  },
  ...newsPages,
  ...unlistedPages,
}

export const notFoundPage = unlisted('Page not found', 'There is no page at this address.')

/** The frame around the API's responses to visitors (api/src/http/pages.ts). It has no address. */
export const answerPage = unlisted('{{title}}', 'The response to a form or an email link.')
