import { FIELDS, type FieldRule } from '../../contract/waitlist.ts'

const RULES: readonly FieldRule[] = Object.values(FIELDS)

/**
 * The rules hold for the trimmed value, which is also what is stored and shown again. An
 * optional field that was left empty is none, as in the browser: an HTML form sends it.
 */
export function trimFields(body: unknown): void {
  if (typeof body !== 'object' || body === null) return
  const values = body as Record<string, unknown>
  for (const { key, required } of RULES) {
    const value = values[key]
    if (typeof value === 'string') values[key] = value.trim() || (required ? '' : undefined)
  }
}
