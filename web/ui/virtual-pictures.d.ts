/** The pages' pictures, which the build makes from web/pictures (`build/pictures/plugin.ts`). */
declare module 'virtual:pictures' {
  /** The markup by file, before the alternative text is added. */
  export const pictures: Readonly<Record<string, string>>
  /** The parts that drawings share, by id. */
  export const parts: Readonly<Record<string, string>>
}
