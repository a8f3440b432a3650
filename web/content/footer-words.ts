import type { FooterPlace } from '../routes/page.ts'

/** Words in the footer's columns that lead nowhere, as the specification has them (docs/decisions/0004). */
export const footerWords: readonly { readonly label: string; readonly footer: FooterPlace }[] = [
  { label: 'Blog', footer: { column: 'Company', order: 2 } },
  { label: 'Careers', footer: { column: 'Company', order: 3 } },
  { label: 'Security', footer: { column: 'Legal', order: 3 } },
]
