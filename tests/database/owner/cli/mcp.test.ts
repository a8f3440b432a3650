import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { suppressionsFile } from '../../../../api/src/list/suppressions/file.ts'
import { EXAMPLE_CONDITION } from '../../../../contract/conditions.ts'
import { ROLES, SECRETS, SET_DEFAULTS } from '../../../support/people.ts'
import { ROOT } from '../../../support/repository.ts'
import { newSmtp } from '../../../support/smtp.ts'
import { newInstallation, recorded, tablesWith } from '../../support/installations.ts'
import { addPerson, addSending, newFolder, waitingFor } from '../../support/mailing.ts'
import { conversation, openMcp } from '../../support/mcp.ts'
import { run } from '../../support/run-program.ts'

const LETTER = '---\nsubject: We open\n---\n\nHello {{first_name|there}}, we open *today*.\n'

/** A person whose address and name match `SECRETS`. */
const SECRET = { email: 'zwetschge@mirabelle.example', first_name: 'Xanthippe' }

/** The tools that promise not to return personal data, with arguments for each. */
const HARMLESS = {
  stats: {},
  mail: {},
  doctor: {},
  docs: { page: 'people' },
  invite: { count: 5 },
  announce_test: { letter: LETTER, to: 'owner@example.com' },
  announce: { letter: LETTER },
}

const REFUSED = /^error: This token is unknown, has expired, was used, or belongs to another call/

async function newDoor() {
  const here = await newInstallation()
  const { env, folder } = newFolder()
  return { here, env, folder, mcp: await openMcp(here.url, env) }
}

test('every mcp tool declares its arguments, and whether it returns personal data or changes something', async () => {
  const { mcp } = await newDoor()
  const tools = await mcp.tools()
  const acting = ['invite', 'announce_test', 'announce', 'correct', 'erase']
  expect(tools.map(({ name }) => name)).toEqual(
    expect.arrayContaining(['stats', 'list', 'show', 'mail', 'doctor', 'docs', ...acting]),
  )
  for (const { name, description, inputSchema, annotations } of tools) {
    expect(description, name).toMatch(/Returns (no )?personal data\./)
    expect(annotations?.readOnlyHint, name).toBe(!acting.includes(name))
    expect(inputSchema, name).toMatchObject({ type: 'object', additionalProperties: false })
    expect('token' in (inputSchema.properties ?? {}), name).toBe(acting.includes(name))
  }
})

test('the read-only mcp tools return what the commands print', async () => {
  const { here, env, mcp } = await newDoor()
  const email = await addPerson(here)
  await addPerson(here, { role: ROLES[1] })
  const { url } = here
  const commands = {
    stats: [['stats'], {}],
    list: [['list', '--where', EXAMPLE_CONDITION], { where: [EXAMPLE_CONDITION] }],
    show: [['show', email], { email: email.toUpperCase() }],
    mail: [['mail'], {}],
    doctor: [['doctor'], {}],
  } as const
  for (const [tool, [command, args]] of Object.entries(commands)) {
    const { stdout } = await run([...command, '--json'], { url, env })
    expect(JSON.parse(await mcp.call(tool, args)), tool).toEqual(JSON.parse(stdout))
  }
  expect(await mcp.call('docs')).toBe(readFileSync(join(ROOT, 'docs/README.md'), 'utf8'))
})

test('mcp tools fail with the same messages as the commands', async () => {
  const { here, env, mcp } = await newDoor()
  const email = await addPerson(here)
  const { url } = here
  for (const [tool, args, command] of [
    ['show', { email: 'x@example.com' }, ['show', 'x@example.com']],
    ['show', { email: '-' }, ['show', 'nobody']],
    ['list', { where: ['age=7'] }, ['list', '--where', 'age=7']],
    ['invite', {}, ['invite']],
    ['invite', { email: 'x@example.com' }, ['invite', 'x@example.com', '--yes']],
    ['erase', { email: 'x@example.com' }, ['erase', 'x@example.com']],
    ['correct', { email, question: 'role', value: 'wizard' }, ['correct', email, 'role', 'wizard']],
  ] as const) {
    const [sentence = ''] = (await run(command, { url, env })).stderr.split('\n')
    expect(sentence).not.toBe('')
    expect(await mcp.call(tool, args)).toBe(`error: ${sentence.replace('nobody', '-')}`)
  }
  // If mcp ignored the unknown argument, this would invite everyone.
  expect(await mcp.call('invite', { count: 9, were: ['invited=no'] })).toMatch(/^error: /)
  expect(await mcp.call('docs', { page: '../package' })).toMatch(/^error: /)
})

test('without a database, the mcp tool doctor still works, and the other mcp tools say what is wrong', async () => {
  const mcp = await openMcp('postgres://ada:secret@127.0.0.1:1/waitlist')
  expect(await mcp.call('stats')).toMatch(/^error: The database cannot be reached: nothing listens/)
  expect(JSON.parse(await mcp.call('doctor'))).toContainEqual(
    expect.objectContaining({ check: 'database', level: 'problem' }),
  )
})

test('mcp tools that promise no personal data do not return any', async () => {
  const smtp = await newSmtp()
  const { here, env } = await newDoor()
  const mcp = await openMcp(here.url, { ...env, SMTP_URL: smtp.url, MAIL_FROM: 'me@site.example' })
  await addPerson(here, SECRET)
  const sending = { mailbox: SECRET.email, state: 'failed', reply: '550' } as const
  await addSending(here, { kind: 'confirm', ...sending })
  await addSending(here, { kind: 'webhook', ...sending })
  const promising = (await mcp.tools()).filter(({ description = '' }) =>
    description.includes('Returns no personal data.'),
  )
  expect(promising.map(({ name }) => name).toSorted()).toEqual(Object.keys(HARMLESS).toSorted())
  expect(await mcp.call('show', { email: SECRET.email })).toMatch(SECRETS)
  for (const [tool, args] of Object.entries(HARMLESS)) {
    const text = await mcp.call(tool, args)
    expect(text, tool).not.toMatch(SECRETS)
    const [, token] = /these arguments: (\S+)$/.exec(text) ?? []
    if (token) expect(await mcp.call(tool, { ...args, token }), tool).not.toMatch(SECRETS)
  }
  expect(JSON.parse(await mcp.call('mail')).failures).toMatchObject([
    { kind: 'webhook', reply: '550' },
    { kind: 'confirm', reply: '550' },
  ])
  expect(smtp.received.map(({ to }) => to)).toEqual(['owner@example.com'])
})

test('an mcp tool changes data only when it gets its token, and only once', async () => {
  const { here, mcp } = await newDoor()
  const [first, second] = [
    await addPerson(here, { joined_at: '2026-01-01' }),
    await addPerson(here, { joined_at: '2026-01-02' }),
  ]
  const args = { count: 1 }
  const { text, token } = await mcp.preview('invite', args)
  expect(text).toMatch(/^Invite 1 person\? Sending takes up to an hour/)
  expect(await waitingFor(here, 'invite')).toEqual([])
  const results = await Promise.all([1, 2].map(() => mcp.call('invite', { ...args, token })))
  expect(results.filter((result) => REFUSED.test(result))).toHaveLength(1)
  expect(results).toContainEqual(expect.stringMatching(/^Queued 1 invitation\./))
  expect(await mcp.call('invite', { ...args, token })).toMatch(REFUSED)
  expect(await waitingFor(here, 'invite')).toEqual([first])
  expect(await recorded(here.url)).toEqual(['invite'])
  expect(await mcp.confirm('invite', { email: second })).toMatch(/^Queued 1 invitation\./)
  expect(await mcp.call('invite', args)).toMatch(/^There is no one left to invite/)
})

test('an mcp token invites no more people than its preview says', async () => {
  const { here, mcp } = await newDoor()
  const args = { where: ['source=press'] }
  await addPerson(here, { source: 'press' })
  const { token } = await mcp.preview('invite', args)
  await addPerson(here, { source: 'press' })
  expect(await mcp.call('invite', { ...args, token })).toMatch(/^Queued 1 invitation\./)
})

test.for([
  ['other arguments', 'invite', { count: 2 }],
  ['another tool', 'announce', { letter: LETTER }],
] as const)('an mcp token does not work for %s', async ([_how, tool, args]) => {
  const { here, mcp } = await newDoor()
  await addPerson(here)
  const { token } = await mcp.preview('invite', { count: 1 })
  expect(await mcp.call(tool, { ...args, token })).toMatch(REFUSED)
  expect(await mcp.call('invite', { count: 1, token })).toMatch(REFUSED)
  expect(await mcp.call('invite', { count: 1, token: 'made-up' })).toMatch(REFUSED)
  expect(await recorded(here.url)).toEqual([])
})

test.for([
  [10, /^Queued 1 invitation/],
  [1_000, REFUSED],
] as const)(
  'an mcp token expires after five minutes (with a clock that runs %i times too fast)',
  async ([speed, result]) => {
    const here = await newInstallation()
    await addPerson(here)
    const clock = `const now = Date.now, start = now(); Date.now = () => start + (now() - start) * ${speed}`
    const mcp = await openMcp(here.url, {
      NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(clock)}`,
    })
    const { token } = await mcp.preview('invite', { count: 1 })
    await new Promise((resolve) => setTimeout(resolve, 400))
    expect(await mcp.call('invite', { count: 1, token })).toMatch(result)
  },
)

test('two mcp clients work at the same time, and neither can use the other’s token', async () => {
  const { here, env, mcp } = await newDoor()
  const other = await openMcp(here.url, env)
  const people = [await addPerson(here), await addPerson(here)]
  const { token } = await mcp.preview('invite', { count: 1 })
  expect(await other.call('invite', { count: 1, token })).toMatch(REFUSED)
  const results = await Promise.all([
    mcp.call('invite', { count: 1, token }),
    other.confirm('invite', { count: 1 }),
    ...[mcp, other].map((each) => each.call('stats')),
  ])
  expect(results.filter((text) => text.startsWith('Queued 1 invitation'))).toHaveLength(2)
  expect((await waitingFor(here, 'invite')).toSorted()).toEqual(people.toSorted())
})

test('the mcp tool announce shows the letter and its readers, and sends it to each person once', async () => {
  const { here, mcp } = await newDoor()
  const [reader] = [await addPerson(here, { role: ROLES[0] })]
  await addPerson(here, { role: ROLES[1] })
  const args = { letter: LETTER, where: [`role=${ROLES[0]}`] }
  const { text, token } = await mcp.preview('announce', args)
  expect(text).toMatch(
    /^Subject: We open[\s\S]*we open today[\s\S]*Send “We open” to 1 person with role/,
  )
  expect(await waitingFor(here, 'announce')).toEqual([])
  expect(await mcp.call('announce', { ...args, token })).toMatch(
    /^Queued for 1 person\.[\s\S]*To cancel it: .*waitlist mail cancel \w+$/,
  )
  expect(await waitingFor(here, 'announce')).toEqual([reader])
  expect(await mcp.call('announce', args)).toMatch(/^There is no one left to send it to with role=/)
  expect(await mcp.call('announce', { letter: 'Hello' })).toMatch(/^error: The letter has no subj/)
  expect(await mcp.call('announce', { ...args, at: 'noon' })).toMatch(/^error: --at noon: expected/)
})

test('the mcp tool announce_test needs a mail server, and sends one email', async () => {
  const { here, env, mcp } = await newDoor()
  const args = { letter: LETTER, to: 'owner@example.com' }
  expect(await mcp.call('announce_test', args)).toMatch(
    /^error: Neither SMTP_URL nor MAIL_API is set/,
  )
  const smtp = await newSmtp()
  const sender = await openMcp(here.url, { ...env, SMTP_URL: smtp.url })
  await sender.preview('announce_test', args)
  expect(smtp.received).toEqual([])
  expect(await sender.confirm('announce_test', args)).toMatch(
    /^Sent through the mail server 127\.0\.0\.1/,
  )
  expect(smtp.received).toMatchObject([{ to: 'owner@example.com' }])
})

test('the mcp tool correct shows the old and the new answer, and then changes it', async () => {
  const { here, mcp } = await newDoor()
  const email = await addPerson(here)
  const args = { email, question: 'last_name', value: ' King ' }
  const { text, token } = await mcp.preview('correct', args)
  expect(text).toMatch(/^Change last_name from “Lovelace” to “King”\?/)
  expect(await mcp.call('show', { email })).toContain('Lovelace')
  expect(await mcp.call('correct', { ...args, token })).toContain('King')
  expect(await mcp.call('correct', args)).toBe(
    'Nothing to change: last_name already has this answer.',
  )
})

test('the mcp tool erase shows the person, and no import brings the person back', async () => {
  const { here, folder, env, mcp } = await newDoor()
  const email = await addPerson(here, { email: 'ada@example.com' })
  const { text, token } = await mcp.preview('erase', { email })
  expect(text).toMatch(/Lovelace[\s\S]*Erase this permanently\?/)
  expect(await tablesWith(here.url, email)).toContain('people')
  expect(await mcp.call('erase', { email, token })).toBe('Erased 1 signup.')
  expect(await tablesWith(here.url, email)).toEqual([])
  expect(readFileSync(suppressionsFile(folder), 'utf8')).toContain('"table":"suppressions"')
  const { url } = await newInstallation()
  const input = `email,first_name,last_name,role\n${email},Ada,Lovelace,${ROLES[0]}\n`
  const { stdout } = await run(['import', '-', ...SET_DEFAULTS], { url, env, input })
  expect(stdout).toContain('Erased earlier, so not added: 1 line.')
})

test.for([
  ['2025-11-25', 'legacy'],
  ['2026-07-28', { pin: '2026-07-28' }],
] as const)('mcp serves a client that uses the protocol %s', async ([protocol, mode]) => {
  const { url } = await newInstallation()
  const mcp = await openMcp(url, {}, { versionNegotiation: { mode } })
  expect(mcp.protocol).toBe(protocol)
  expect((await mcp.tools()).map(({ name }) => name)).toContain('invite')
  expect(JSON.parse(await mcp.call('stats'))).toMatchObject({ total: 0 })
})

test('mcp responds to each request that arrived before its input ended, and then exits', async () => {
  const { url } = await newInstallation()
  const input = conversation('stats')
  const { code, stdout, stderr } = await run(['mcp'], { url, input })
  const replies = stdout
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line))
  expect(replies).toMatchObject([{ id: 0 }, { id: 1, result: { content: [{ type: 'text' }] } }])
  expect({ code, stderr }).toEqual({
    code: 0,
    stderr: 'Waiting for an MCP client on standard input.\n',
  })
})

test('a signal ends mcp even if its client stays connected', async () => {
  const { url } = await newInstallation()
  const mcp = await openMcp(url)
  await mcp.signal('SIGTERM')
})

test('only the mcp command loads the MCP packages', async () => {
  const { url } = await newInstallation()
  const hook = `import { registerHooks } from 'node:module'
registerHooks({ load(url, context, next) {
  if (/node_modules.(@modelcontextprotocol|zod)\\b/.test(url)) process.stderr.write('loaded ')
  return next(url, context)
} })`
  const env = { NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(hook)}` }
  expect((await run(['mcp'], { url, env })).stderr).toContain('loaded')
  for (const command of ['help', 'stats']) {
    expect(await run([command], { url, env }), command).toMatchObject({ code: 0, stderr: '' })
  }
})
