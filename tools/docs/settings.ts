import { readFileSync } from 'node:fs'
import { parse } from 'yaml'
import { SETTINGS } from '../../api/src/config/api.ts'
import { BOUNCE_SETTINGS } from '../../api/src/config/bounces.ts'
import { OWNER_SETTINGS } from '../../api/src/config/owner.ts'
import { WORKER_SETTINGS } from '../../api/src/config/worker.ts'
import { defaults } from '../../web/content/brand.ts'
import { descriptions, postalExample } from '../../web/content/brand-settings.ts'

// Builds docs/settings.md and .env.example from the code that parses the settings.

const read = (path: string): string =>
  readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8')

interface Setting {
  readonly name: string
  readonly description: string
  /** Undefined: the setting is unset by default. */
  readonly fallback: string | undefined
  /** What `.env.example` shows. */
  readonly example: string
}

interface Section {
  readonly title: string
  readonly note: string
  readonly settings: readonly Setting[]
}

/** The images, docker-compose.yml and `./waitlist upgrade` set these; an operator does not. */
const INTERNAL = [
  'API_PASSFILE',
  'SAMPLES_FILE',
  'API_METRICS_URL',
  'TRIAL_URL',
  'MAILS_FILE',
  'PAGES_FILE',
  'COMPOSE_PROJECT_NAME',
  'COMMIT',
]

/** Described with the brand, or below. */
const DESCRIBED_ELSEWHERE = ['SITE_URL', 'DATA_DIR']

/** `${NAME:-default}`, as Compose and the shell write it. */
const EXPANSION = /\$\{([A-Z][A-Z0-9_]*)(?::-([^${}]*))?/g

/** Settings that have no parser in TypeScript. Their defaults are in these files. */
const ELSEWHERE = ['docker-compose.yml', 'nginx/start.sh', 'ops/certificate'].map(read).join('\n')

const EXPANDED = new Map(
  [...ELSEWHERE.matchAll(EXPANSION)].map(([, name = '', fallback]) => [
    name,
    fallback || undefined,
  ]),
)

const COMPOSE: Readonly<
  Record<string, { readonly description: string; readonly example?: string }>
> = {
  COMPOSE_PROFILES: {
    description:
      'Optional services, separated by commas: `mail` adds an inbox for trying out emails (SMTP_URL=smtp://inbox:1025?tls=none), `scale` a Valkey for REDIS_URL, `tls` HTTPS.',
    example: 'scale,tls',
  },
  INBOX_PORT: { description: 'The port of that inbox, on this machine only.' },
  API_REPLICAS: { description: 'How many API processes run.' },
  REAL_IP_FROM: {
    description:
      'Proxies in front (a CDN, a load balancer): addresses or CIDR ranges, separated by commas. A proxy on this machine: `172.16.0.0/12,192.168.0.0/16`.',
    example: '192.0.2.0/24,2001:db8::/32',
  },
  REAL_IP_HEADER: {
    description: 'The header in which those proxies name the visitor’s address.',
  },
  SITE_ALIASES: {
    description:
      'Other host names of the site, separated by commas. They redirect to SITE_URL, and a requested certificate is for them as well.',
    example: 'example.com',
  },
  API_REQUESTS_PER_SECOND: {
    description:
      'API requests per second that nginx passes on for one address (IPv6: one /64), after a burst of 200. An IPv6 /48 gets eight times as many.',
  },
  BOUNCES_DIR: {
    description:
      'The folder in which your mail server puts bounces, as an absolute path. The default is a volume.',
    example: '/var/spool/waitlist',
  },
}

const TLS: typeof COMPOSE = {
  ACME_SERVER: {
    description:
      'The authority that the certificate is requested from, as the address of its ACME directory.',
  },
  TLS_DIR: {
    description:
      'The folder of your own certificate: `fullchain.pem` and `privkey.pem`, readable by user 10001. While they exist, no certificate is requested.',
  },
  HTTP3: { description: '`on` offers HTTP/3.', example: 'on' },
  TLS_HOST: { description: 'The address to listen on.' },
  HTTP_PORT: { description: 'The port that redirects to HTTPS.' },
  HTTPS_PORT: { description: 'The port of HTTPS, for TCP and UDP.' },
}

const LOCAL: typeof COMPOSE = {
  DATA_DIR: {
    description:
      'The folder of the Postgres that `npm start` runs, and of emails without SMTP_URL.',
    example: '.data',
  },
}

function fromTable(table: typeof COMPOSE): Setting[] {
  return Object.entries(table).map(([name, { description, example }]) => {
    const fallback = EXPANDED.get(name)
    const shown = example ?? fallback
    if (shown === undefined) throw new Error(`${name} has neither a default nor an example.`)
    return { name, description, fallback, example: shown }
  })
}

interface Spec {
  readonly desc?: string
  readonly example?: string
  readonly default?: unknown
}

function fromParser(specs: Readonly<Record<string, Spec>>): Setting[] {
  return Object.entries(specs)
    .filter(([name]) => !INTERNAL.includes(name) && !DESCRIBED_ELSEWHERE.includes(name))
    .map(([name, spec]) => {
      const { default: value } = spec
      const isSet = typeof value === 'number' || typeof value === 'string'
      const example = spec.example ?? (isSet ? String(value) : undefined)
      if (!spec.desc || example === undefined) {
        throw new Error(`${name} in api/src/config needs a desc, and a default or an example.`)
      }
      // The example of a number has its unit.
      const fallback = typeof value === 'string' ? value : isSet ? example : undefined
      const inCompose = EXPANDED.get(name)
      if (isSet && inCompose !== undefined && inCompose !== fallback) {
        throw new Error(`${name} is ${fallback} in api/src/config but ${inCompose} for Compose.`)
      }
      return { name, description: spec.desc, fallback, example }
    })
}

/** Of the brand's settings without a default. */
const EXAMPLES: Readonly<Record<string, string>> = {
  SITE_URL: 'https://www.example.com',
  BRAND_POSTAL_ADDRESS: postalExample,
}

function fromBrand(): Setting[] {
  return Object.entries(descriptions).map(([name, description]) => {
    const fallback = defaults[name as keyof typeof defaults] || undefined
    return { name, description, fallback, example: fallback ?? EXAMPLES[name] ?? '' }
  })
}

type Variables = readonly string[] | Readonly<Record<string, string | null>>

interface ComposeFile {
  readonly services: Readonly<
    Record<string, { environment?: Variables; build?: { args?: Variables } | null }>
  >
}

/** The variables that docker-compose.yml takes from the operator's environment. */
function passedByCompose(): Set<string> {
  const text = read('docker-compose.yml')
  const names = new Set([...text.matchAll(EXPANSION)].map(([, name = '']) => name))
  const { services }: ComposeFile = parse(text, { merge: true, logLevel: 'silent' })
  for (const { environment = [], build } of Object.values(services)) {
    for (const variables of [environment, build?.args ?? []]) {
      const entries = Array.isArray(variables)
        ? variables.map((line: string) => line.split('='))
        : Object.entries(variables)
      // Without a value, Compose passes on the operator's.
      for (const [name, value] of entries) if (name && value == null) names.add(name)
    }
  }
  return names
}

function sections(): Section[] {
  const passed = passedByCompose()
  const parsed = fromParser({ ...SETTINGS, ...OWNER_SETTINGS })
  const found = [
    {
      title: 'Site and API',
      note: 'For `npm start` and for Compose.',
      settings: parsed.filter(({ name }) => passed.has(name)),
    },
    {
      title: 'Mail',
      note: 'For the worker, which `npm start` and Compose run beside the API: see [mail](mail.md).',
      settings: fromParser({ ...WORKER_SETTINGS, ...BOUNCE_SETTINGS }),
    },
    {
      title: 'Brand',
      note: 'Read when the site is built. `web/content/brand.ts` has the defaults, except of SITE_URL.',
      settings: fromBrand(),
    },
    {
      title: 'Only without Compose',
      note: 'Compose sets these itself, or does not need them.',
      settings: [...parsed.filter(({ name }) => !passed.has(name)), ...fromTable(LOCAL)],
    },
    {
      title: 'Only with Compose',
      note: 'nginx ends with a sentence if it cannot use one of its settings.',
      settings: fromTable(COMPOSE),
    },
    {
      title: 'Only with the profile `tls`',
      note: 'For HTTPS.',
      settings: fromTable(TLS),
    },
  ]
  const known = [...INTERNAL, ...found.flatMap(({ settings }) => settings.map(({ name }) => name))]
  const missing = [...passed].filter((name) => !known.includes(name))
  if (missing.length > 0) throw new Error(`tools/docs/settings.ts lacks ${missing.join(', ')}.`)
  return found
}

const WIDTH = 100

/** Breaks a text into lines that begin with a prefix. */
function wrap(text: string, prefix: string): string {
  const lines = ['']
  for (const word of text.split(' ')) {
    const line = `${lines.at(-1)} ${word}`.trim()
    if (prefix.length + line.length <= WIDTH) lines[lines.length - 1] = line
    else lines.push(word)
  }
  return lines.map((line) => `${prefix}${line}`).join('\n')
}

const entry = ({ name, description, fallback }: Setting): string =>
  [
    `- \`${name}\`${fallback === undefined ? '' : `, default \`${fallback}\``}  `,
    wrap(description, '  '),
  ].join('\n')

const example = ({ name, description, example }: Setting): string =>
  `${wrap(description.replaceAll('`', ''), '# ')}\n#${name}=${example}`

const settingsPage = (): string =>
  [
    '# Settings',
    [
      'Every setting is optional. Set it in the environment or in `.env`; the environment wins.',
      'Copy `.env.example` to `.env` and uncomment what you change.',
      'Invalid settings stop the program, which lists them all.',
    ].join('\n'),
    'This page is generated: edit the code that parses a setting, then run `npm run docs`.',
    ...sections().flatMap(({ title, note, settings }) => [
      `## ${title}`,
      note,
      settings.map(entry).join('\n'),
    ]),
    'More: [HTTPS](install.md#https), [a proxy in front](install.md#a-proxy-in-front), [replicas](install.md#replicas).',
  ].join('\n\n')

/** A comment has no links: the page's path in the repository. */
const asComment = (note: string): string =>
  wrap(note.replace(/\[[^\]]+\]\((\w+\.md)\)/g, 'docs/$1').replaceAll('`', ''), '# ')

const envExample = (): string =>
  [
    '# Every setting is optional. Copy this file to `.env` and uncomment what you change. A variable of\n# the environment wins. `npm run docs` generates this file.',
    ...sections().flatMap(({ title, note, settings }) => [
      `# --- ${title.replaceAll('`', '')}\n${asComment(note)}`,
      ...settings.map(example),
    ]),
  ].join('\n\n')

/** The generated files by path. */
export const generated = (): Readonly<Record<string, string>> => ({
  'docs/settings.md': `${settingsPage()}\n`,
  '.env.example': `${envExample()}\n`,
})
