export interface FaqItem {
  readonly question: string
  readonly answer: string
}

export const faq = {
  title: 'Before you choose',
  items: [
    {
      question: 'What counts as a product?',
      answer:
        'One product input: a link that you paste or an image that you upload. Free takes one product per day. Pro takes as many as you like.',
    },
    {
      question: 'Will my ads carry a watermark?',
      answer:
        'On Free, yes: its three static creatives are there to show you what your product looks like as an ad. On Pro there is no watermark.',
    },
    {
      question: 'How many videos do I get?',
      answer:
        'Video belongs to Pro. Each product input unlocks one video render, so five products give you five videos. Free has no video.',
    },
    {
      question: 'Can I cancel, and is there a refund?',
      answer:
        'You can cancel anytime, and you keep access until the end of the billing period. Annual plans have a 30-day money-back guarantee. Monthly plans are non-refundable. A paid plan renews by itself unless you cancel before the next billing cycle.',
    },
    {
      question: 'What do I download?',
      answer:
        'You download creatives and scripts in formats for TikTok and Meta, whichever plan you have.',
    },
  ] as readonly FaqItem[],
} as const

export const pricingClosing = {
  title: 'One link is enough to begin.',
  primary: { label: 'Try free — paste a link', to: '/waitlist' },
} as const
