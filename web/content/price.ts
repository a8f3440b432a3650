import { OwnerError } from '../../contract/owner-error.ts'
import type { Currency } from './plans.ts'

/**
 * The number in a price: `12` for `$12`.
 *
 * @throws OwnerError if it does not have the sign of the currency at one side of such a number
 */
export function amountOf(price: string, { sign, name }: Currency): string {
  const sides = price.split(sign)
  const amount = sides.join('').trim()
  if (sides.length !== 2 || !sides.includes('') || !/^\d+(?:\.\d\d)?$/.test(amount)) {
    throw new OwnerError(`“${price}” is not a price in ${name}, like ${sign}12 or ${sign}9.50.`)
  }
  return amount
}
