/** A round's measurements by name. */
export type Figures = Readonly<Record<string, number>>

/**
 * Runs each step for all contenders before the next step, so that a busy moment slows all of them down. The order is
 * reversed in every second round.
 * @returns the figures of all rounds, by contender
 */
export async function inTurns<T>(
  contenders: readonly T[],
  rounds: number,
  steps: readonly ((contender: T) => Promise<Figures>)[],
): Promise<Figures[][]> {
  const turns = contenders.map((contender) => ({ contender, found: [] as Figures[] }))
  for (let round = 1; round <= rounds; round += 1) {
    console.warn(`round ${round} of ${rounds}`)
    for (const { found } of turns) found.push({})
    for (const step of steps) {
      for (const { contender, found } of round % 2 === 0 ? turns.toReversed() : turns) {
        found.push({ ...found.pop(), ...(await step(contender)) })
      }
    }
  }
  return turns.map(({ found }) => found)
}

/** Keeps four digits, because two runs differ in the third digit anyway. */
const rounded = (value: number): number => Number(value.toPrecision(4))

/** Returns the median, or NaN for an empty list. */
function middle(values: readonly number[]): number {
  const sorted = values.toSorted((one, other) => one - other)
  const [low = Number.NaN, high = low] = sorted.slice(
    (sorted.length - 1) / 2,
    sorted.length / 2 + 1,
  )
  return rounded((low + high) / 2)
}

const spread = (values: readonly number[]) => ({
  lowest: rounded(Math.min(...values)),
  highest: rounded(Math.max(...values)),
})

/** Returns a ratio, which is 1 for two zeros. */
const ratioOf = (one: number, other = 0): number => (one === other ? 1 : one / other)

/** Returns each figure's name with the result of `work` on its values from all rounds. */
const summarize = <T>(rounds: readonly Figures[], work: (values: number[], name: string) => T) =>
  Object.fromEntries(
    Object.keys(rounds[0] ?? {}).map((name) => [name, work(valuesOf(rounds, name), name)]),
  )

const valuesOf = (rounds: readonly Figures[], name: string): number[] =>
  rounds.map((figures) => figures[name] ?? Number.NaN)

export const medians = (rounds: readonly Figures[]): Figures => summarize(rounds, middle)

/** Prints each figure's median and spread, or those of its ratio to the other contender's figure in the same round. */
export function printTable(own: readonly Figures[], other?: readonly Figures[]): void {
  const row = (values: number[], name: string) => {
    if (!other) return { median: middle(values), ...spread(values) }
    const others = valuesOf(other, name)
    const ratios = values.map((value, round) => ratioOf(value, others[round]))
    const [mine, theirs, ratio] = [values, others, ratios].map(middle)
    return { this: mine, other: theirs, ratio, ...spread(ratios) }
  }
  console.table(summarize(own, row))
}

/** Prints each figure that is above its limit. */
export function printMissed(what: string, figures: Figures, limits: Figures): void {
  for (const [name, limit] of Object.entries(limits)) {
    const found = figures[name] ?? Number.NaN
    if (!(found <= limit)) console.warn(`Missed: ${what}, ${name}: ${found}, at most ${limit}.`)
  }
}
