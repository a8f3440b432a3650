const ENTITIES = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

/** Escapes a string for HTML, within an element or a quoted attribute. */
export const escapeText = (text: string): string =>
  text.replace(/[&<>"']/g, (sign) => ENTITIES[sign as keyof typeof ENTITIES])

/** HTML made by `html`. It is not escaped again. */
class Markup {
  readonly text: string

  constructor(text: string) {
    this.text = text
  }
}

export type { Markup }

type Value = string | Markup | readonly Markup[]

const toText = (value: Value): string => {
  if (typeof value === 'string') return escapeText(value)
  return value instanceof Markup ? value.text : value.map(({ text }) => text).join('\n')
}

/** Marks HTML from the build as markup. It must not contain anything from a form. */
export const asMarkup = (text: string): Markup => new Markup(text)

/** Returns markup from a template. Values are escaped unless they are markup. */
export const html = (parts: TemplateStringsArray, ...values: Value[]): Markup =>
  new Markup(parts.map((part, index) => part + toText(values[index] ?? '')).join(''))
