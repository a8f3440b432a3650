const TYPE = 'Only the type needs it.'
const SAME = 'Both have the same result.'
const UNREAD = 'The first element is not read.'

/**
 * Mutants that no test notices, and why. By module and by a piece of the line that is changed.
 * `npm run mutants` fails when one is missing here, or when a test notices one after all.
 */
export const SURVIVORS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'contract/questions.ts': {
    "field?.type === 'choice' ? field.options : []": SAME,
  },
  'contract/rules.ts': {
    'patterns.set(source, pattern)': 'A cache saves time only.',
  },
  'api/src/config/api.ts': {
    'need = { database: false }': SAME,
  },
  'api/src/config/environment.ts': {
    'error?.message': TYPE,
    'value?.trim()': TYPE,
  },
  'api/src/http/errors/field-errors.ts': {
    'MESSAGE_OF.find(': UNREAD,
  },
  'mails/html.ts': {
    "ENTITIES[sign] ?? ''": TYPE,
  },
  'mails/announcement.ts': {
    "attribs.alt ?? ''": TYPE,
    "parts.join('\\n')": 'A body begins with a tag, so a subject and a body are told apart anyway.',
  },
  'api/src/mail/delivery-report.ts': {
    '/^[^;@]*;/': 'No server has been seen that writes a semicolon after the address.',
    'to?.[0]?.address': 'postal-mime gives no empty list.',
    'action.trim()': 'postal-mime trims values.',
    "fields['status'] ?? ''": SAME,
  },
  'mails/letter.ts': {
    'node.position?.start': TYPE,
    'parent?.type': TYPE,
    "first?.type === 'yaml' ? first.value : ''": SAME,
  },
  'mails/templates.ts': {
    "readFileSync(file, 'utf8')": 'JSON.parse reads a buffer of UTF-8 as well.',
  },
  'api/src/mail/sender.ts': {
    'from?.match(': UNREAD,
  },
  'api/src/http/networks.ts': {
    "const [address = '', prefix]": TYPE,
  },
  'api/src/transfer/backup-file.ts': {
    'KIND.exec(': UNREAD,
    "if (kind === 'hash_key')": 'It saves memory: no other line before the hashes has an id.',
  },
  'api/src/http/cross-site.ts': {
    "origin ?? ''": SAME,
  },
  'api/src/inbox/identity.ts': {
    'Number(one > other)': 'A sort asks only whether one is less.',
  },
  'api/src/transfer/import-csv.ts': {
    "[0]?.delimiter ?? ','": TYPE,
    "cells[index] ?? ''": TYPE,
    "cell ?? ''": TYPE,
    '(other[index] ?? 0)': TYPE,
    "raw = ''": TYPE,
    'REASONS[code] ??': 'Another version of the parser may have another code.',
  },
  'api/src/transfer/import-record.ts': {
    "values['email'] ?? ''": TYPE,
    "word ?? ''": TYPE,
    "values[name] ?? ''": SAME,
    'Date.parse(time) > Date.now()': 'A test cannot meet the same millisecond.',
  },
  'api/src/inbox/signup.ts': {
    "typeof value === 'string' ? value.trim() : ''": SAME,
    "isSuspicious(name, values[name] ?? '')": SAME,
  },
  'api/src/transfer/split-lines.ts': {
    'rest.length === 0 ? chunk': 'An empty rest is not copied, which saves time only.',
  },
  'api/src/config/validators.ts': {
    "[address = '', prefix": TYPE,
    'DURATION.exec(input.trim()) ?? []': UNREAD,
    '.exec(input) ?? []': UNREAD,
    'name && value ?': SAME,
  },
}
