import { buildApp } from '../../api/src/http/app.ts'
import { ERRORS } from '../../api/src/system/error-responses.ts'
import { readConfig } from '../../api/src/system/settings.ts'
import { table } from './fill.ts'

// Generates the tables in docs/api.md from the API's OpenAPI description.

// biome-ignore lint/suspicious/noExplicitAny: a part of a JSON Schema or of OpenAPI may have any shape
type Schema = any

/** Turns on the endpoints that exist only if a key is set. Building the app does not open a connection. */
const SETTINGS = {
  DATABASE_URL: 'postgres://127.0.0.1/waitlist',
  CLAIM_KEY: 'x'.repeat(32),
  BOUNCE_KEY: 'x'.repeat(32),
  BOUNCE_PROVIDER: 'postmark',
  LOG_LEVEL: 'fatal',
}

const typeOf = ({ type = '', format, enum: choices, anyOf = [] }: Schema): string => {
  if (anyOf.length > 0) return anyOf.map(typeOf).filter(Boolean).join(' or ')
  return choices ? 'choice' : format === 'date-time' ? 'time (ISO 8601)' : type
}

const lengthOf = ({ minLength, maxLength }: Schema): string =>
  maxLength === undefined ? '' : `${minLength} to ${maxLength}`

/** Returns the choices and the description. */
function meaningOf({ enum: own, anyOf = [], description = '' }: Schema): string {
  const choices: string[] = own ?? anyOf[0]?.enum ?? []
  const listed = choices.map((each) => `\`${each}\``).join(', ')
  return [listed, description].filter(Boolean).join('. ')
}

const rowOf = (name: string, place: string, schema: Schema, required = false): string[] => [
  `\`${name}\``,
  place,
  typeOf(schema),
  lengthOf(schema),
  required ? 'yes' : '',
  meaningOf(schema),
]

function rowsOf({ parameters = [], requestBody, responses }: Schema): string[][] {
  const inside = (place: string, content: Schema) => {
    const { properties = {}, required = [] } = Object(content?.['application/json']?.schema)
    return Object.entries(properties).map(([name, schema]) =>
      rowOf(name, place, schema, required.includes(name)),
    )
  }
  return [
    ...parameters.map(({ name, in: place, required, schema, description }: Schema) =>
      rowOf(name, place, { ...schema, description }, required),
    ),
    ...inside('body', requestBody?.content),
    ...inside('response', responses[200]?.content),
  ]
}

/** Returns a table of members for each endpoint, and a table of errors. */
export async function apiTables(): Promise<Readonly<Record<string, string>>> {
  const app = await buildApp(readConfig(SETTINGS, { database: true }))
  const { paths } = (await app.inject('/api/openapi.json')).json()
  await app.close()
  const members = Object.entries<Schema>(paths).flatMap(([path, { post }]) =>
    post
      ? [[path, table('member', 'in', 'type', 'length', 'required', 'meaning')(rowsOf(post))]]
      : [],
  )
  const errors = Object.values(ERRORS).map(({ status, body }) => [
    String(status),
    `\`${body.code}\``,
    body.error,
  ])
  return { ...Object.fromEntries(members), errors: table('status', 'code', 'sentence')(errors) }
}
