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
        'The platform is in private beta. Join the waitlist, confirm your email address, and we send you an invitation when your turn comes. We do not promise a date. Joining is free.',
    },
    {
      question: 'What counts as a product?',
      answer:
        'One product input: a link that you paste or an image that you upload. Free takes one product per day. Pro takes as many as you like.',
    },
    {
      question: 'How many ads do I get for each product?',
      answer:
        'Free gives you three static creatives for each product, with a watermark and no video. Pro gives you as many creatives as you like, with no watermark. Each product input unlocks one video render, so five products give you five videos.',
    },
    {
      question: 'Can I cancel, and is there a refund?',
      answer:
        'You can cancel anytime, and you keep access until the end of the billing period. Annual plans have a 30-day money-back guarantee. Monthly plans are non-refundable. A paid plan renews automatically unless you cancel before the next billing cycle.',
    },
    {
      question: 'What do I download?',
      answer: 'Creatives and scripts, in formats for TikTok and Meta. Both plans include them.',
    },
  ] as readonly FaqItem[],
} as const

export const pricingClosing = {
  title: 'One link is enough to begin.',
  primary: { label: 'Try free — paste a link', to: '/waitlist' },
} as const
