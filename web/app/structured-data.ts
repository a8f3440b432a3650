import type { BlogPosting, FAQPage, Offer, Organization, Product, WebSite } from 'schema-dts'
import { absolute } from '../content/absolute.ts'
import { blurb } from '../content/blurb.ts'
import { brand } from '../content/brand.ts'
import { faq } from '../content/faq.ts'
import { files, sharePicturePath } from '../content/files.ts'
import { amountOf, currency, type Plan, plans } from '../content/plans.ts'
import { type PostFacts, postPath } from '../content/post.ts'

const organizationId = absolute('/#organization')

/** https://developers.google.com/search/docs/appearance/structured-data/organization */
export const organization = {
  '@type': 'Organization',
  '@id': organizationId,
  name: brand.name,
  url: absolute('/'),
  description: blurb,
  logo: absolute(files.icon512),
  email: brand.supportEmail,
  sameAs: [brand.instagramUrl, brand.linkedinUrl, brand.productHunt.url].filter(Boolean),
} satisfies Organization

/** https://developers.google.com/search/docs/appearance/site-names */
export const website = {
  '@type': 'WebSite',
  '@id': absolute('/#website'),
  name: brand.name,
  url: absolute('/'),
  inLanguage: 'en',
  publisher: { '@id': organizationId },
} satisfies WebSite

/** https://developers.google.com/search/docs/appearance/structured-data/article */
export const blogPosting = ({ id, title, date, category }: PostFacts) =>
  ({
    '@type': 'BlogPosting',
    headline: title,
    url: absolute(postPath(id)),
    datePublished: date,
    articleSection: category,
    image: absolute(sharePicturePath('/blog')),
    author: { '@type': 'Organization', name: brand.name, url: brand.origin },
  }) satisfies BlogPosting

const questions = {
  '@type': 'FAQPage',
  mainEntity: faq.items.map(({ question, answer }) => ({
    '@type': 'Question' as const,
    name: question,
    acceptedAnswer: { '@type': 'Answer' as const, text: answer },
  })),
} satisfies FAQPage

/**
 * https://developers.google.com/search/docs/appearance/structured-data/faqpage
 * Empty if there are no questions.
 */
export const faqPage = faq.items.length > 0 ? [questions] : []

const pricingUrl = absolute('/pricing')

/** `PreOrder`, because visitors can only join the waitlist so far. */
const offer = ({ name, price, period, description }: Plan): Offer => {
  const amount = { price: amountOf(price, currency), priceCurrency: currency.code }
  return {
    '@type': 'Offer',
    name,
    description,
    url: pricingUrl,
    ...amount,
    ...(period && {
      // Without it, the price would be read as a single payment.
      priceSpecification: { '@type': 'UnitPriceSpecification', ...amount, unitText: period },
    }),
    availability: 'https://schema.org/PreOrder',
  }
}

/**
 * https://developers.google.com/search/docs/appearance/structured-data/product-snippet
 * It has no ratings, because the testimonials are samples.
 */
export const product = {
  '@type': 'Product',
  name: brand.name,
  description: blurb,
  url: pricingUrl,
  image: absolute(sharePicturePath('/pricing')),
  brand: { '@type': 'Brand', name: brand.name },
  offers: plans.map(offer),
} satisfies Product
