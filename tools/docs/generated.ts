import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { DAYS, VISITS_MONTHS } from '../../api/src/list/retention.ts'
import { REMIND_DAYS } from '../../api/src/mail/confirmations.ts'
import { FARTHEST } from '../../api/src/mail/letters/announce.ts'
import { AFTER_PER_DAY, PER_MAILBOX } from '../../api/src/mail/queue/take.ts'
import { MAIL_SETTINGS } from '../../api/src/system/settings.ts'
import { examples } from '../../contract/brand-settings.ts'
import { FIELDS, type FieldName, LANGUAGE } from '../../contract/waitlist.ts'
import { NAMES, SAMPLE_VALUES } from '../../letters/placeholders.ts'
import { ROOT } from '../../tests/support/repository.ts'
import { defaults } from '../../web/content/brand.ts'
import { apiTables } from './api.ts'
import { commandsPage } from './cli.ts'
import { fill, table } from './fill.ts'
import { envExample, settingsPage } from './settings.ts'
import { isEnglish, RECORD, recordOf, wordsOf } from './words.ts'

const LINKS: Readonly<Record<string, string>> = {
  leave: 'the unsubscribe address, for a link such as `[Leave]({{leave}})`',
  data: 'the address where readers see, download or erase their data, also for a link',
}

const placeholders = table(
  'placeholder',
  'becomes',
  'in `--preview` and `--test`',
)(
  NAMES.map((name) => [
    `\`{{${name}}}\``,
    LINKS[name] ?? `the answer to “${FIELDS[name as FieldName].label}”`,
    SAMPLE_VALUES[name] ?? 'an address that does nothing',
  ]),
)

/** The numbers that the docs mention. */
const NUMBERS = {
  ...DAYS,
  visits: VISITS_MONTHS,
  remind: REMIND_DAYS,
  per_mailbox: PER_MAILBOX,
  after_per_day: AFTER_PER_DAY,
  ahead: FARTHEST,
  invite: MAIL_SETTINGS.INVITE_DAYS.default,
}

type Pages = Readonly<Record<string, string>>

async function filledPages(): Promise<Pages> {
  const values = { ...NUMBERS, ...(await apiTables()), placeholders }
  const pages = ['docs/api.md', 'docs/letters.md', 'docs/mail.md', 'docs/privacy.md']
  return Object.fromEntries(
    pages.map((page) => [page, fill(readFileSync(join(ROOT, page), 'utf8'), values)]),
  )
}

/** Returns the generated files by path. */
export const generated = async (language = LANGUAGE): Promise<Pages> => ({
  'docs/settings.md': settingsPage(),
  '.env.example': envExample(),
  'docs/cli.md': await commandsPage(),
  ...(await filledPages()),
  // Translations are compared with this record of the sample's words, so only English words are recorded.
  ...(isEnglish(language) &&
    defaults.BRAND_NAME === examples.BRAND_NAME && { [RECORD]: recordOf(wordsOf(ROOT)) }),
})
