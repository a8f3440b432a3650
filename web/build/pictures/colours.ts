import { pictureShade, shade } from '../../design/shades.ts'
import { font } from '../../design/theme.ts'

interface Shades {
  readonly [name: string]: string | Shades | readonly string[]
}

/** Shades by the names of their variables, such as `accent-400` and `candle-flame-1`. */
const named = (shades: Shades, prefix = ''): [name: string, value: string][] =>
  Object.entries(shades).flatMap(([key, value]) => {
    const name = prefix + key
    if (typeof value === 'string') return [[name, value]]
    return Array.isArray(value)
      ? value.map((one, index): [string, string] => [`${name}-${index + 1}`, one])
      : named(value as Shades, `${name}-`)
  })

/** The variables that a picture may use: every shade, and the display typeface. */
const variables = new Map([...named(shade), ...named(pictureShade), ['display', font.display]])

const NO_SHADE = 'is not a shade in web/design/shades.ts'

/** Adds a message that lists all names if a problem is about an unknown name. */
export const withNames = (problems: readonly string[]): readonly string[] =>
  problems.some((problem) => problem.includes(NO_SHADE))
    ? [...problems, `The shades of web/design/shades.ts are ${[...variables.keys()].join(', ')}.`]
    : problems

/**
 * Replaces `var(--name)` with values. The build does this because a linked picture cannot use the page's variables.
 * @throws Error that lists every unknown variable
 */
export function withValues(file: string, text: string): string {
  const unknown = new Set<string>()
  const filled = text.replaceAll(/var\(--([\w-]+)\)/g, (written, name: string) => {
    const value = variables.get(name)
    if (value === undefined) unknown.add(written)
    return value ?? written
  })
  if (unknown.size === 0) return filled
  throw new Error(`web/pictures/${file}: ${[...unknown].join(', ')} ${NO_SHADE}.`)
}
