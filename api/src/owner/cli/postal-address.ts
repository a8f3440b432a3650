import { readTemplates } from '../../../../letters/templates.ts'
import type { Context } from './context.ts'
import { note } from './output.ts'

/** The sentence for emails without a postal address. */
export const NO_POSTAL_ADDRESS =
  'BRAND_POSTAL_ADDRESS is not set, so emails name no postal address. The United States and other countries ' +
  'require one in commercial email.'

/** Warns before emails go out. Without a build there are no emails yet. */
export function warnWithoutPostalAddress({ mailsFile }: Pick<Context, 'mailsFile'>): void {
  try {
    if (readTemplates(mailsFile ?? '').postalAddress) return
  } catch {
    return
  }
  note(`Warning: ${NO_POSTAL_ADDRESS}`)
}
