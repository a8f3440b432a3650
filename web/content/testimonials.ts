/** A seller's quote, with a rating of one to five stars. */
export interface Testimonial {
  readonly name: string
  readonly role: string
  readonly content: string
  readonly rating: 1 | 2 | 3 | 4 | 5
  readonly initials: string
}

/**
 * Invented quotes. Before the site goes live, replace them with real ones to which their authors have agreed. While
 * `sample` is true, the page marks them as a sample.
 */
export const testimonials = {
  title: 'In sellers’ words',
  sample: true,
  ratingLabel: (rating: number) => `Rated ${rating} out of 5 stars`,
  items: [
    {
      name: 'Maren Holt',
      role: 'Ceramics seller on Etsy',
      content:
        'I pasted the link to one of my mugs while the kettle boiled. By the time the tea was ready, I had ads that looked like my shop.',
      rating: 5,
      initials: 'MH',
    },
    {
      name: 'Dario Ferri',
      role: 'Shopify store owner',
      content:
        'I used to put ads off because I can’t design. Now I pick the one I like and post it.',
      rating: 5,
      initials: 'DF',
    },
    {
      name: 'Anjali Rao',
      role: 'Seller on Amazon and TikTok Shop',
      content: 'My supplier’s photos are in forty other shops. The mockups are only in mine.',
      rating: 5,
      initials: 'AR',
    },
  ] as readonly Testimonial[],
} as const
