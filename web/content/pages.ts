import { DONE_PATHS, JOINED_PATH, LINK_PATHS } from '@ad-kit/contract'
import { blogHead } from './blog.ts'
import { brand } from './brand.ts'
import { closed } from './launch.ts'
import { privacy, terms } from './legal/legal.ts'
import { news, newsPath, newsWords } from './news.ts'
import { plans } from './plans.ts'

export interface PageWords {
  /** The browser tab and search results show it. */
  readonly title: string
  readonly description: string
  /** False keeps the page out of the sitemap and of search engines. */
  readonly indexed?: false
  /** ISO 8601 day of the last change, for the sitemap. Leave it out if it is not known. */
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

/** The plan that the description of the prices names. */
const plan = plans.find(({ popular }) => popular) ?? plans[0]

/** The pages behind the links of an email, and those to which the API redirects a form. */
export const unlistedPages = {
  [LINK_PATHS.confirm]: unlisted(
    'Confirm your address',
    'Confirms the address of a signup for the waitlist.',
  ),
  [LINK_PATHS.leave]: unlisted(
    'Leave the waitlist',
    'Ends all emails to an address on the waitlist.',
  ),
  [LINK_PATHS.data]: unlisted(
    'Your data',
    'Shows a person on the waitlist what is held about them.',
  ),
  [JOINED_PATH]: unlisted(
    'Welcome to the waitlist',
    'Confirms that a signup for the waitlist has arrived.',
  ),
  [DONE_PATHS.confirmed]: unlisted('Address confirmed', 'Follows the confirmation of an address.'),
  [DONE_PATHS.left]: unlisted(
    'You have left the waitlist',
    'Follows the departure from the waitlist.',
  ),
  [DONE_PATHS.erased]: unlisted(
    'Your data is being erased',
    'Follows a request to erase all data about a person.',
  ),
  [DONE_PATHS.expired]: unlisted(
    'Ask for a new email',
    'Sends a new email in place of one whose link is too old.',
  ),
  [DONE_PATHS.resent]: unlisted('Check your inbox', 'Follows a request for a new email.'),
}

/** The pages of the public letters and the list of them; none while no letter is public. */
export const newsPages: Readonly<Record<string, PageWords>> = Object.fromEntries(
  news.flatMap(({ path, title, description, date }, index) => {
    const page = [path, { ...named(title, description), changed: date }] as const
    const list = [newsPath, { ...named(newsWords.title, newsWords.text), changed: date }] as const
    return index === 0 ? [list, page] : [page]
  }),
)

/** Every page that has an address. `web/pages` has its content. */
export const pages: Readonly<Record<string, PageWords>> = {
  '/': {
    title: `${brand.name} – Turn any product link into high-converting ads`,
    description:
      'Paste a product link or upload an image and get an ad kit for TikTok and Meta: mockups, captions, hooks and calls to action. Pro adds UGC-style videos.',
  },
  '/features': named(
    'Features',
    'Brand builder, content studio, e-commerce suite, growth tools and more: what the platform does for people who sell online.',
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

/** The API puts its responses to visitors into this frame (api/src/http/pages.ts), which has no address. */
export const answerPage = unlisted('{{title}}', 'The answer to a form or to the link of an email.')
