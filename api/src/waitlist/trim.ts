import { FIELDS } from '../../contract/waitlist.ts'

/** The rules hold for the trimmed value, which is also what is stored and shown again. */
export async function trimFields(request: { body: unknown }): Promise<void> {
  const { body } = request
  if (typeof body !== 'object' || body === null) return
  const values = body as Record<string, unknown>
  for (const { key } of Object.values(FIELDS)) {
    const value = values[key]
    if (typeof value === 'string') values[key] = value.trim()
  }
}
