import fc from 'fast-check'

/** Any string, including lone surrogates and NUL. */
const codeUnits = fc
  .array(fc.integer({ min: 0, max: 0xffff }), { maxLength: 20 })
  .map((units) => String.fromCharCode(...units))

export const text = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.string({ unit: 'grapheme' }),
  codeUnits,
)

/** Any text at any domain, mostly not quite an address. */
const nearlyAddress = fc
  .tuple(text, fc.oneof(fc.domain(), text))
  .map(([local, domain]) => `${local}@${domain}`)

export const address = fc.oneof(fc.emailAddress(), nearlyAddress, text)
