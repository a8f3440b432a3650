import { FIELDS } from '../../contract/waitlist.ts'

const KEYS = Object.values(FIELDS).map(({ key }) => key)

/** The rules hold for the trimmed value, which is also what is stored and shown again. */
export function trimFields(body: unknown): void {
  if (typeof body !== 'object' || body === null) return
  const values = body as Record<string, unknown>
  for (const key of KEYS) {
    const value = values[key]
    if (typeof value === 'string') values[key] = value.trim()
  }
}
