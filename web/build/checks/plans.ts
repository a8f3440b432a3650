import { OwnerError } from '../../../contract/owner-error.ts'
import type { Currency, Plan } from '../../content/plans.ts'

const FILE = 'web/content/plans.ts'

/** @returns a sentence for each problem of the plans */
export function checkPlans(plans: readonly Plan[], currency: Currency): string[] {
  const popular = plans.filter((plan) => plan.popular).map(({ name }) => name)
  const problems = plans.flatMap(({ name, price }) => {
    try {
      amountOf(price, currency)
      return []
    } catch (error) {
      return [`${FILE}: the price of ${name}: ${(error as Error).message}`]
    }
  })
  if (popular.length > 1) {
    problems.push(`${FILE}: only one plan can be the most popular, not ${popular.join(' and ')}.`)
  }
  return problems
}

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
