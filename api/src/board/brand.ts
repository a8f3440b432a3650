import { readFile } from 'node:fs/promises'
import type { BoardColors, MailTemplates } from '../../contract/mail-templates.ts'

export interface Brand {
  readonly name: string
  /** Unset: neutral colours. */
  readonly colors: BoardColors | undefined
}

const NO_BRAND: Brand = { name: 'The', colors: undefined }

const HEX = /^#[0-9a-f]{6}(?:[0-9a-f]{2})?$/i

/** The name and the colours that the web build wrote for the mails. */
export async function readBrand(mailsFile: string | undefined): Promise<Brand> {
  const text = await readFile(mailsFile ?? '', 'utf8').catch(() => undefined)
  if (text === undefined) return NO_BRAND
  const { name, colors } = JSON.parse(text) as Partial<MailTemplates>
  const usable = colors !== undefined && Object.values(colors).every((color) => HEX.test(color))
  return { name: name ?? NO_BRAND.name, colors: usable ? colors : undefined }
}
