const ENTITIES: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

const escapeText = (text: string): string =>
  text.replace(/[&<>"']/g, (sign) => ENTITIES[sign] ?? '')

/** Text that is HTML already. Only `html` makes it, so that nothing gets in unescaped. */
class Markup {
  readonly text: string

  constructor(text: string) {
    this.text = text
  }
}

export type { Markup }

type Value = string | Markup | readonly Markup[] | false | undefined

const toText = (value: Value): string => {
  if (value === undefined || value === false) return ''
  if (typeof value === 'string') return escapeText(value)
  return value instanceof Markup ? value.text : value.map(({ text }) => text).join('\n')
}

/** Markup from a template; each value is escaped unless it is markup itself. */
export const html = (parts: TemplateStringsArray, ...values: Value[]): Markup =>
  new Markup(parts.map((part, index) => part + toText(values[index])).join(''))

/** ` name` or nothing, for attributes without a value. */
export const flag = (name: 'selected' | 'required', on: boolean): Markup =>
  on ? new Markup(` ${name}`) : html``
