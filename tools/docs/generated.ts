import { examples } from '../../contract/brand-settings.ts'
import { LANGUAGE } from '../../contract/words.ts'
import { ROOT } from '../../tests/support/repository.ts'
import { defaults } from '../../web/content/brand.ts'
import { commandsPage } from './cli.ts'
import { envExample, settingsPage } from './settings.ts'
import { isEnglish, RECORD, recordOf, wordsOf } from './words.ts'

/** Returns the generated files by path. */
export const generated = async (
  language = LANGUAGE,
): Promise<Readonly<Record<string, string>>> => ({
  'docs/settings.md': settingsPage(),
  '.env.example': envExample(),
  'docs/cli.md': await commandsPage(),
  // Only English words are recorded: a translation is compared with the words of the sample.
  ...(isEnglish(language) &&
    defaults.BRAND_NAME === examples.BRAND_NAME && { [RECORD]: recordOf(wordsOf(ROOT)) }),
})
