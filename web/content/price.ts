import { OwnerError } from '../../contract/owner-error.ts'

/**
 * The number in a price: `12` for `$12`.
 *
 * @throws OwnerError if it is not in dollars, or dollars and cents
 */
export function dollars(price: string): string {
  const amount = /^\$(\d+(?:\.\d\d)?)$/.exec(price)?.[1]
  if (amount === undefined)
    throw new OwnerError(`“${price}” is not a price in dollars, like $12 or $9.50.`)
  return amount
}
