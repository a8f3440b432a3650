import { parse } from 'yaml'
import { type Schema, ValidationError } from 'yup'

const BLOCK = /^---\r?\n([\s\S]*?)\r?\n---\r?\n/

/** What a check found: the content, or sentences that say what is wrong with it and where. */
export type Checked<T> =
  | { readonly value: T; readonly problems: readonly [] }
  | { readonly value?: undefined; readonly problems: readonly string[] }

/**
 * Reads the YAML at the head of an MDX file.
 *
 * @param file - its name, for the sentences
 * @param text - the whole file
 */
export function checkFrontmatter<T>(file: string, text: string, schema: Schema<T>): Checked<T> {
  const yaml = BLOCK.exec(text)?.[1]
  if (yaml === undefined) return { problems: [`${file} has no frontmatter between two lines ---.`] }
  try {
    return { value: schema.validateSync(parse(yaml), { abortEarly: false }), problems: [] }
  } catch (error) {
    const sentences =
      error instanceof ValidationError ? error.errors : [`its YAML is broken: ${String(error)}`]
    return { problems: sentences.map((sentence) => `${file}: ${sentence}.`) }
  }
}
