import Validator from '@adobe/structured-data-validator'
import WebAutoExtractor from '@marbec/web-auto-extractor'
import { describe, expect, test } from 'vitest'
import { brand } from '../../web/content/brand.ts'
import { readPosts } from '../../web/content/checks/frontmatter.ts'
import { faq } from '../../web/content/faq.ts'
import { useFetch } from '../support/fetch-site.ts'
import { PATHS } from '../support/routes.ts'

const absolute = (path: string): string => new URL(path, brand.origin).href

describe('structured data', () => {
  const get = useFetch()
  const extract = async (path: string) =>
    new WebAutoExtractor({ addLocation: false }).parse(await (await get(path)).text())
  const thingsOf = async (path: string, type: string) => (await extract(path)).jsonld[type] ?? []

  test.each(PATHS)('of %s is right by Google’s rules', async (path) => {
    const extracted = await extract(path)
    expect(extracted.errors).toEqual([])
    const issues = await new Validator().validate(extracted)
    expect(issues.filter(({ severity }) => severity === 'ERROR')).toEqual([])
  })

  test('the landing page names the organisation and the site', async () => {
    expect(await thingsOf('/', 'Organization')).toMatchObject([
      {
        name: brand.name,
        url: absolute('/'),
        logo: absolute('/icon-512.png'),
        sameAs: [brand.instagramUrl, brand.linkedinUrl, brand.productHunt.url],
      },
    ])
    expect(await thingsOf('/', 'WebSite')).toMatchObject([{ name: brand.name, url: absolute('/') }])
  })

  test('the pricing page has the five questions, word for word', async () => {
    const [page, ...more] = await thingsOf('/pricing', 'FAQPage')
    expect(more).toEqual([])
    expect(page?.['mainEntity']).toHaveLength(5)
    expect(page?.['mainEntity']).toMatchObject(
      faq.items.map(({ question, answer }) => ({
        '@type': 'Question',
        name: question,
        acceptedAnswer: { '@type': 'Answer', text: answer },
      })),
    )
  })

  test('the plans are offers in dollars that nobody can buy yet', async () => {
    const offer = {
      '@type': 'Offer',
      priceCurrency: 'USD',
      url: absolute('/pricing'),
      availability: 'https://schema.org/PreOrder',
    }
    expect(await thingsOf('/pricing', 'Product')).toMatchObject([
      {
        name: brand.name,
        image: absolute('/share/pricing.png'),
        offers: [
          { ...offer, name: 'Free', price: '0' },
          {
            ...offer,
            name: 'Pro',
            price: '12',
            priceSpecification: {
              '@type': 'UnitPriceSpecification',
              price: '12',
              priceCurrency: 'USD',
              unitText: 'per month',
            },
          },
        ],
      },
    ])
  })

  test('each article is a posting that leads to its card', async () => {
    const html = await (await get('/blog')).text()
    const postings = await thingsOf('/blog', 'BlogPosting')
    expect(postings).toMatchObject(
      (await readPosts()).map(({ id, title, date }) => ({
        headline: title,
        datePublished: date,
        url: absolute(`/blog#${id}`),
        image: absolute('/share/blog.png'),
        author: { '@type': 'Organization', name: brand.name },
      })),
    )
    expect(postings).toHaveLength(3)
    for (const { id } of await readPosts()) expect(html).toContain(`<article id="${id}"`)
  })

  test.each(PATHS)('%s claims no ratings and no reviews', async (path) => {
    const text = JSON.stringify((await extract(path)).jsonld)
    expect(text).not.toMatch(/"(?:Review|AggregateRating|Rating)"|aggregateRating|"review"/)
  })
})
