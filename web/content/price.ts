/**
 * The amount of a price as the plans show it, for machines: `12` of `$12`.
 *
 * @throws Error when it is not dollars, or dollars and cents
 */
export function dollars(price: string): string {
  const amount = /^\$(\d+(?:\.\d\d)?)$/.exec(price)?.[1]
  if (amount === undefined) throw new Error(`“${price}” is no price in dollars, like $12 or $9.50.`)
  return amount
}
