export const productHunt = {
  above: 'Find us on',
  name: 'Product Hunt',
  label: 'Find us on Product Hunt (opens in a new tab)',
} as const
