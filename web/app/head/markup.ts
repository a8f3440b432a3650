import { escapeText } from '../../../letters/html.ts'

/** A void element, like `<meta name="…" content="…">`. */
export const tag = (name: 'meta' | 'link', attributes: Readonly<Record<string, string>>): string =>
  `<${name} ${Object.entries(attributes)
    .map(([key, value]) => `${key}="${escapeText(value)}"`)
    .join(' ')}>`

/** A JSON-LD script. An unescaped `<` in a text could end the element. */
export const jsonLd = (data: object): string =>
  `<script type="application/ld+json">${JSON.stringify(data).replaceAll('<', '\\u003c')}</script>`
