import { readFileSync } from 'node:fs'
import { MAIL_SETTINGS, SITE_SETTINGS } from '../../api/src/system/settings.ts'
import { descriptions, examples } from '../../contract/brand-settings.ts'
import { defaults } from '../../web/content/brand.ts'
import { COMPOSE, LOCAL, TLS } from './other-settings.ts'

// Generates docs/settings.md and .env.example from the code that parses the settings.

/** A setting without a description is internal, or another section describes it. */
type Specs = Readonly<Record<string, { desc?: string; example?: string; default?: unknown }>>

interface Setting {
  readonly name: string
  readonly desc: string
  /** Undefined if the setting is unset by default. */
  readonly fallback: string | undefined
  /** The value in `.env.example`: the default, or an example if there is no default. */
  readonly example: string
}

const read = (path: string): string =>
  readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8')

/** Finds defaults as Compose and the shell write them: `${NAME:-default}`. */
const EXPANDED = new Map(
  ['docker-compose.yml', 'nginx/start.sh', 'nginx/certificate']
    .flatMap((path) => [...read(path).matchAll(/\$\{([A-Z][A-Z0-9_]*):-([^${}]+)/g)])
    .map(([, name = '', value]) => [name, value]),
)

/** Finds what Compose reads from the environment: `NAME:` or `- NAME` without a value, and `${NAME`. */
const PASSED = new Set(
  [...read('docker-compose.yml').matchAll(/^ +(?:- )?([A-Z][A-Z0-9_]*):?$|\$\{([A-Z0-9_]+)/gm)].map(
    ([, name, expanded = '']) => name ?? expanded,
  ),
)

/** These are not settings: a health check's word, and what Compose and `./waitlist upgrade` set. */
const NO_SETTINGS = ['CMD', 'COMPOSE_PROJECT_NAME', 'COMMIT']

const parsed = (specs: Specs): Setting[] =>
  Object.entries(specs).flatMap(([name, { desc, default: value, ...spec }]) => {
    if (!desc) return []
    const isSet = typeof value === 'number' || typeof value === 'string'
    const example = spec.example ?? (isSet ? String(value) : undefined)
    if (example === undefined) throw new Error(`${name} needs a default or an example.`)
    // A number's example includes its unit, so it is shown as the default.
    const fallback = typeof value === 'string' ? value : isSet ? example : undefined
    const other = EXPANDED.get(name)
    if (isSet && other && other !== fallback)
      throw new Error(`${name} is ${fallback} in the code but ${other} for Compose.`)
    return [{ name, desc, fallback, example: fallback ?? example }]
  })

/** Settings whose defaults are not in TypeScript. */
const elsewhere = (table: typeof COMPOSE): Setting[] =>
  Object.entries(table).flatMap(([name, spec]) =>
    parsed({ [name]: { ...spec, default: EXPANDED.get(name) } }),
  )

const brand = (): Setting[] =>
  Object.entries(descriptions).map(([name, desc]) => {
    const fallback = { ...defaults }[name] || undefined
    return { name, desc, fallback, example: fallback ?? examples[name as keyof typeof examples] }
  })

type Section = readonly [title: string, note: string, settings: readonly Setting[]]

function sections(): readonly Section[] {
  const api = parsed(SITE_SETTINGS)
  const underCompose = (is: boolean) => api.filter(({ name }) => PASSED.has(name) === is)
  const found: readonly Section[] = [
    ['Site and API', 'For `npm start` and for Compose.', underCompose(true)],
    [
      'Mail',
      'For the worker, which `npm start` and Compose run next to the API: see [mail](mail.md).',
      parsed(MAIL_SETTINGS),
    ],
    [
      'Brand',
      'Read when the site is built. The defaults are in `web/content/brand.ts`, except for SITE_URL.',
      brand(),
    ],
    [
      'Only without Compose',
      'Compose sets these itself, or does not need them.',
      [...underCompose(false), ...elsewhere(LOCAL)],
    ],
    [
      'Only with Compose',
      'nginx reports a setting that it cannot use, and exits.',
      elsewhere(COMPOSE),
    ],
    ['Only with the profile `tls`', 'For HTTPS.', elsewhere(TLS)],
  ]
  const known = found.flatMap(([, , settings]) => settings.map(({ name }) => name))
  const missing = [...PASSED].filter((name) => ![...known, ...NO_SETTINGS].includes(name))
  if (missing.length > 0)
    throw new Error(`tools/docs lacks a description of ${missing.join(', ')}.`)
  return found
}

/** Breaks a text into lines of at most 100 characters that begin with a prefix. */
const wrap = (text: string, prefix: string): string =>
  text.replace(new RegExp(`(.{1,${100 - prefix.length}})(?: |$)`, 'g'), `${prefix}$1\n`).trimEnd()

/** Replaces Markdown links with paths in the repository, because a comment cannot contain links. */
const comment = (text: string): string =>
  wrap(text.replace(/\[[^\]]+\]\((\w+\.md)\)/g, 'docs/$1').replaceAll('`', ''), '# ')

const entry = ({ name, desc, fallback }: Setting): string =>
  `- \`${name}\`${fallback ? `, default \`${fallback}\`` : ''}  \n${wrap(desc, '  ')}\n`

export const settingsPage = (): string => `# Settings

Every setting is optional. Set it in the environment or in \`.env\`. The environment wins.
Copy \`.env.example\` to \`.env\`, and uncomment and edit the lines you change.
Put a value with \`#\`, \`$\` or a quote into single quotes: \`MAIL_FROM='"Kiln, Inc." <hello@example.com>'\`.
Without the quotes, Compose silently cuts the value at a space and \`#\`, and replaces \`$NAME\`.
If any settings are invalid, the program lists them all and stops.

This page is generated: edit the code that parses a setting, then run \`npm run docs\`.

${sections()
  .map(([title, note, list]) => `## ${title}\n\n${note}\n\n${list.map(entry).join('')}\n`)
  .join('')}More: [HTTPS](install.md#https) and [a proxy in front](install.md#a-proxy-in-front).
`

const example = ({ name, desc, fallback, example }: Setting): string =>
  `\n${comment(`${desc} ${fallback ? 'Default' : 'Example'}:`)}\n#${name}=${example}\n`

export const envExample = (): string =>
  `# Every setting is optional. Copy this file to \`.env\`, and uncomment and edit the lines that you
# change. A variable in the environment wins. This file is generated by \`npm run docs\`.
${sections()
  .map(
    ([title, note, list]) =>
      `\n${comment(`--- ${title}`)}\n${comment(note)}\n${list.map(example).join('')}`,
  )
  .join('')}`
