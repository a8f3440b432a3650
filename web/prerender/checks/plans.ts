import { amountOf, type Currency, type Plan } from '../../content/plans.ts'

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
