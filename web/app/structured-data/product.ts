import type { Offer, Product } from 'schema-dts'
import { absolute } from '../../content/absolute.ts'
import { blurb } from '../../content/blurb.ts'
import { brand } from '../../content/brand.ts'
import { sharePicturePath } from '../../content/files.ts'
import { currency, type Plan, plans } from '../../content/plans.ts'
import { amountOf } from '../../content/price.ts'

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
      priceSpecification: {
        '@type': 'UnitPriceSpecification',
        ...amount,
        unitText: period,
      },
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
