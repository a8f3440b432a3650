import type { Offer, Product } from 'schema-dts'
import { brand } from '../../content/brand.ts'
import { sharePicture } from '../../content/files.ts'
import { footer, paths } from '../../content/navigation.ts'
import { type Plan, plans } from '../../content/plans.ts'
import { dollars } from '../../content/price.ts'

const pricingUrl = new URL(paths.pricing, brand.origin).href

const CURRENCY = 'USD'

/** Nobody can buy yet, only join the waitlist: hence `PreOrder`. */
const offer = ({ name, price, period, description }: Plan): Offer => ({
  '@type': 'Offer',
  name,
  description,
  url: pricingUrl,
  price: dollars(price),
  priceCurrency: CURRENCY,
  ...(period && {
    // Else the price of a month would be that of the plan for ever.
    priceSpecification: {
      '@type': 'UnitPriceSpecification',
      price: dollars(price),
      priceCurrency: CURRENCY,
      unitText: period,
    },
  }),
  availability: 'https://schema.org/PreOrder',
})

/**
 * The plans, by https://developers.google.com/search/docs/appearance/structured-data/product-snippet.
 * Without ratings or reviews: the testimonials are samples.
 */
export const product = {
  '@type': 'Product',
  name: brand.name,
  description: footer.blurb,
  url: pricingUrl,
  image: new URL(sharePicture(paths.pricing), brand.origin).href,
  brand: { '@type': 'Brand', name: brand.name },
  offers: plans.map(offer),
} satisfies Product
