import type { Offer, Product } from 'schema-dts'
import { absolute } from '../../content/absolute.ts'
import { blurb } from '../../content/blurb.ts'
import { brand } from '../../content/brand.ts'
import { sharePicture } from '../../content/files.ts'
import { type Plan, plans } from '../../content/plans.ts'
import { dollars } from '../../content/price.ts'

const pricingUrl = absolute('/pricing')

/** Nobody can buy yet, only join the waitlist: hence `PreOrder`. */
const offer = ({ name, price, period, description }: Plan): Offer => {
  const amount = { price: dollars(price), priceCurrency: 'USD' }
  return {
    '@type': 'Offer',
    name,
    description,
    url: pricingUrl,
    ...amount,
    ...(period && {
      // Else the price of a month would be that of the plan for ever.
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
 * The plans, by https://developers.google.com/search/docs/appearance/structured-data/product-snippet.
 * Without ratings or reviews: the testimonials are samples.
 */
export const product = {
  '@type': 'Product',
  name: brand.name,
  description: blurb,
  url: pricingUrl,
  image: absolute(sharePicture('/pricing')),
  brand: { '@type': 'Brand', name: brand.name },
  offers: plans.map(offer),
} satisfies Product
