import { accentName } from './brand.ts'

const name = `${accentName} glass candle`

/** The product of the pictures, in the words of their descriptions. */
export const exampleProduct = {
  sample: true,
  name,
  withArticle: `${/^[aeiou]/.test(name) ? 'an' : 'a'} ${name}`,
} as const
