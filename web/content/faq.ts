import { launch } from './launch.ts'
import { joinAddress } from './navigation.ts'

export interface FaqItem {
  readonly question: string
  readonly answer: string
}

export const faq = {
  title: 'Before you choose',
  items: [
    {
      question: 'When can I start?',
      answer:
        launch?.when ??
        'We can’t promise a date. Join the waitlist for free and confirm your email address, and we’ll invite you when it’s your turn.',
    },
    {
      question: 'What counts as a product?',
      answer: 'One link or one image. Free takes one a day, Pro as many as you like.',
    },
    {
      question: 'How many ads do I get for each product?',
      answer:
        'On Free, you get three static creatives with a watermark, and no video. On Pro, you get as many creatives as you like, without a watermark, and one video for each product.',
    },
    {
      question: 'Can I cancel, and is there a refund?',
      answer:
        'Cancel anytime and keep access until the end of the billing period. Annual plans have a 30-day money-back guarantee; monthly plans are non-refundable. Paid plans renew automatically unless you cancel before the next billing cycle.',
    },
    {
      question: 'Are the ads mine?',
      answer: 'Yes, for any lawful business use. On Free, the watermark has to stay.',
    },
  ] as readonly FaqItem[],
} as const

export const pricingClosing = {
  title: 'One link is enough to begin.',
  primary: { label: 'Try free — paste a link', to: joinAddress },
} as const
