export type FamilyName = 'display' | 'text'

/** A file with the letters in a range that the family's first file lacks. */
interface MoreFont {
  readonly name: FamilyName
  readonly url: string
  readonly range: string
}

/** The build replaces this module with the fonts that the site's words need (`build/fonts.ts`). */
export const moreFonts: readonly MoreFont[] = []
