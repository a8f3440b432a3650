import { execFile } from 'node:child_process'
import { globSync } from 'node:fs'
import { copyFile, cp, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { accent, accentCode, translate } from './another-site.ts'

// The edits that docs/customise.md and docs/letters.md describe, on a copy of the repository.

const run = promisify(execFile)

type Edit = (tree: string) => Promise<void>

/** @throws Error if nothing has changed, because the file then no longer contains what the edit looks for */
async function change(file: string, to: (source: string) => string): Promise<void> {
  const before = await readFile(file, 'utf8')
  const after = to(before)
  if (after === before) throw new Error(`This edit does not change ${file}`)
  await writeFile(file, after)
}

const addPage: Edit = async (tree) => {
  const content = join(tree, 'web/content')
  await cp(join(tree, 'web/pages/about'), join(tree, 'web/pages/recipes'), { recursive: true })
  await change(join(content, 'pages.ts'), (own) =>
    own.replace("'/about': ", "'/recipes': named('Recipes', 'What people cook with us.'),\n  $&"),
  )
  await change(join(content, 'navigation.ts'), (own) =>
    own
      .replace(
        /^const features/m,
        "const recipes: NavLink = { label: 'Recipes', to: '/recipes' }\n$&",
      )
      .replace('NavLink[] = [', '$&recipes, ')
      .replace('links: [about', 'links: [recipes, about'),
  )
}

const removeStars: Edit = async (tree) => {
  for (const file of ['web/app/Starfield.tsx', 'web/start/move-sky.ts']) await rm(join(tree, file))
  await rm(join(tree, 'tests/browser/app/starfield.test.ts'))
  await change(join(tree, 'docs/customise.md'), (own) =>
    own.replace(/^The stars behind every page[\s\S]*?\n\n/m, ''),
  )
  await change(join(tree, 'web/app/Layout.tsx'), (own) => own.replaceAll(/^.*Starfield.*\n/gm, ''))
  await change(join(tree, 'web/pages/+client.ts'), (own) => own.replaceAll(/^.*moveSky.*\n/gm, ''))
}

const addLetter: Edit = async (tree) => {
  const folder = join(tree, 'web/content/letters/after')
  await copyFile(join(folder, 'welcome.example.md'), join(folder, 'welcome.md'))
}

const writeDocs: Edit = async (tree) => {
  await run(process.execPath, ['tools/docs/write.ts'], { cwd: tree })
}

const fieldsOf = (tree: string) => join(tree, 'contract/fields.ts')

const CHOICES = `options: [
      { value: 'cook', label: 'Cook at home' },
      { value: 'baker', label: 'Baker' },
      { value: 'chef', label: 'Chef' },
    ],`

const changeChoices: Edit = async (tree) => {
  await change(fieldsOf(tree), (own) =>
    own.replace(/options: \[\s+\{ value: 'ent[\s\S]*?\n {4}\],/, CHOICES),
  )
  await change(join(tree, 'README.md'), (own) => own.replace('"role":"other"', '"role":"cook"'))
  await change(join(tree, 'docs/api.md'), (own) =>
    own.replaceAll(/("role": ?)"other"/g, '$1"cook"'),
  )
  await change(join(tree, 'docs/own-form.md'), (own) =>
    own.replace(
      /<option value="entrepreneur">[\s\S]*?(?=\n *<\/select>)/,
      '<option value="cook">Cook at home</option>',
    ),
  )
  await writeDocs(tree)
}

const deleteQuestion: Edit = async (tree) => {
  await change(fieldsOf(tree), (own) => own.replace(/^ {2}company: {[\s\S]*?^ {2}},\n/m, ''))
  await writeDocs(tree)
}

const ADDED_QUESTIONS = `
  guests: {
    type: 'choice',
    label: 'How many people do you cook for?',
    placeholder: 'Select a number',
    autocomplete: 'off',
    required: false,
    options: [
      { value: 'one', label: 'One' },
      { value: 'two', label: 'Two or more' },
    ],
    message: 'Select a number of people',
    counted: true,
    sentence: 'Please select how many people you cook for.',
    width: 'half',
    kept: 'how many people you cook for',
  },
  diet: {
    type: 'text',
    label: 'What do you not eat?',
    placeholder: 'Nuts, for example',
    autocomplete: 'off',
    required: true,
    minLength: 3,
    maxLength: 60,
    pattern: LINE,
    messages: { tooShort: 'Min 3 chars', tooLong: 'Max 60 chars', malformed: ONE_LINE },
    sentence: 'Please say what you do not eat in 3 to 60 characters.',
    width: 'half',
    kept: 'what you do not eat',
  },
`

const editQuestions: Edit = async (tree) => {
  await change(fieldsOf(tree), (own) =>
    own
      .replace("label: 'First name'", "label: 'Given name'")
      .replace("placeholder: 'Okafor'", "placeholder: 'Nowak'")
      .replace(/(?= {2}website: {\n)/, ADDED_QUESTIONS.slice(1)),
  )
  for (const file of ['README.md', 'docs/api.md']) {
    await change(join(tree, file), (own) => own.replace('"role":', '"diet":"nuts",$&'))
  }
  await change(join(tree, 'docs/own-form.md'), (own) =>
    own.replace(
      '  <p hidden>',
      '  <p><label>Diet <input name="diet" autocomplete="off" required></label></p>\n$&',
    ),
  )
  await writeDocs(tree)
}

const keepOneArticle: Edit = async (tree) => {
  const [, ...others] = globSync(join(tree, 'web/content/posts/*.mdx')).sort()
  for (const file of others) await rm(file)
}

/** Matches the strings in an entry of `FIELDS`, and in the constants above it. */
const FIELD_TEXT =
  /(?<=(?:label|placeholder|sentence|kept|message|tooShort|tooLong|malformed):\s+'|(?:ONE_LINE|LEAVE_EMPTY) = ')[^'\n]+/g

/** A language without a territory, with letters and plural forms that English lacks. */
const LANGUAGE = 'pl'

const VERSION = '2026-12-01'

const changeLanguage: Edit = async (tree) => {
  await change(join(tree, 'web/content/brand.ts'), (own) =>
    own.replaceAll('Starkit', 'Panela').replaceAll('starkit', 'panela'),
  )
  await translate(join(tree, 'web/content'))
  for (const file of globSync(join(tree, 'web/content/letters/after/*.md')))
    await change(file, (own) => own.replace(/^(?!(?:when|until):).*$/gm, accent))
  await change(fieldsOf(tree), (own) =>
    own
      .replace(FIELD_TEXT, accent)
      // In some languages, a choice's placeholder and message read the same.
      .replaceAll(
        /(?<=placeholder: )('.*')([^{}]*options: [^\]]*\],\n +message: )('.*')/g,
        '$3$2$3',
      ),
  )
  await change(join(tree, 'contract/words.ts'), (own) =>
    accentCode(own).replace("LANGUAGE = 'en-US'", `LANGUAGE = '${LANGUAGE}'`),
  )
  const consent = await readFile(join(tree, 'contract/consent.ts'), 'utf8')
  const [, version = '', text = ''] = /version: '(.*?)',\n\s+text: '(.*?)'/.exec(consent) ?? []
  await change(join(tree, 'contract/consent.ts'), (own) =>
    own
      .replace(text, accent)
      .replace(version, VERSION)
      .replace('EARLIER_TEXTS = {', `$&\n  '${version}': '${text}',`),
  )
  await change(join(tree, 'contract/consent.test.ts'), (own) =>
    own.replace('string>> = {', `$&\n  '${VERSION}': '${accent(text)}',`),
  )
  for (const file of ['docs/own-form.md', 'docs/api.md']) {
    await change(join(tree, file), (own) => own.replaceAll(version, VERSION))
  }
  await change(join(tree, 'web/budgets.ts'), (own) => own.replace('121_000', '122_000'))
  await writeDocs(tree)
}

/** Deletes the test that quotes the specification, and the paragraph of the docs that mentions it. */
export const deleteQuotes: Edit = async (tree) => {
  await rm(join(tree, 'tests/site/specification.test.ts'))
  await change(join(tree, 'docs/customise.md'), (own) =>
    own.replace(
      /(?<=`last_name` and `role`\.)\n\n[^\n]*specification\.test[\s\S]*?\n(?=\n|$)/,
      '\n',
    ),
  )
}

interface DocumentedEdit {
  readonly apply: Edit
  /** The test files that have ever failed after this edit, apart from unit tests and tests of the site. */
  readonly reaches: readonly string[]
}

/** The documented edits, in an order in which all of them can be applied one after another. */
export const EDITS: Readonly<Record<string, DocumentedEdit>> = {
  'a page in header and footer': {
    apply: addPage,
    reaches: ['browser/app/header', 'browser/pages/budgets'],
  },
  'a site without stars': { apply: removeStars, reaches: ['browser/app', 'browser/design'] },
  'a letter after the confirmation': { apply: addLetter, reaches: ['database/mail/letters/after'] },
  'other choices of a question': {
    apply: changeChoices,
    reaches: ['database/owner/cli/process', 'browser/own-form'],
  },
  'a question that is deleted': { apply: deleteQuestion, reaches: ['database/http/claims'] },
  'questions that are edited and added': {
    apply: editQuestions,
    reaches: [
      'database/list/inbox/durability',
      'database/owner/transfer/import',
      'browser/waitlist',
    ],
  },
  'a single article': { apply: keepOneArticle, reaches: ['browser/pages/blog'] },
  'another language and product': {
    apply: changeLanguage,
    reaches: ['database/links/friends', 'browser/waitlist', 'browser/pages/keyboard'],
  },
}
