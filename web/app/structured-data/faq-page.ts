import type { FAQPage } from 'schema-dts'
import { faq } from '../../content/faq.ts'

/** https://developers.google.com/search/docs/appearance/structured-data/faqpage */
const page = {
  '@type': 'FAQPage',
  mainEntity: faq.items.map(({ question, answer }) => ({
    '@type': 'Question' as const,
    name: question,
    acceptedAnswer: { '@type': 'Answer' as const, text: answer },
  })),
} satisfies FAQPage

/** Empty if there are no questions. */
export const faqPage: readonly Exclude<FAQPage, string>[] = faq.items.length > 0 ? [page] : []
