import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { newInstallation, newList } from '../../support/program/installations.ts'
import { run } from '../../support/program/run-program.ts'

const list = newList()
const cwd = mkdtempSync(join(tmpdir(), 'waitlist-commands-'))
afterAll(() => rmSync(cwd, { recursive: true }))

const waitlist = (...args: string[]) => run(args, { url: list().app.databaseUrl, cwd })
const json = async (...args: string[]) => {
  const { stdout, ...others } = await waitlist(...args, '--json')
  expect(others).toEqual({ code: 0, stderr: '' })
  return JSON.parse(stdout)
}

test('stats, list and show print JSON that other programs can read', async () => {
  const { email } = await list().join()
  await list().quarantine()
  expect(await json('stats')).toMatchObject({ total: 1, quarantined: 1 })
  expect(await json('list')).toMatchObject([{ email }])
  expect(await json('show', email.toUpperCase())).toMatchObject({ status: 'listed', email })
})

test.each([
  [['list', '--confirmed', '--unconfirmed'], /cannot be used with/],
  [['list', '--quarantined', '--left'], /cannot be used with/],
  [['import', '-', '--confirmed', '--send-confirmation'], /cannot be used with/],
  [['stats', '--by', 'shoe_size'], /Allowed choices are day, role, source\./],
])('%j is refused as wrong usage', async (args, sentence) => {
  const { code, stderr } = await waitlist(...args)
  expect(stderr).toMatch(sentence)
  expect(code).toBe(2)
})

test('stats --by source prints people and confirmed people by source', async () => {
  const { url } = await newInstallation()
  const input = [
    'email,first_name,last_name,role,source,confirmed_at',
    'a@example.com,Ada,Lee,other,press,2026-01-01',
    'b@example.com,Bo,Lee,other,press,',
    'c@example.com,Cy,Lee,other,,2026-01-01',
  ].join('\n')
  expect(await run(['import', '-', '--confirmed'], { url, input })).toMatchObject({ stderr: '' })
  const { stdout } = await run(['stats', '--by', 'source'], { url })
  expect(stdout.replaceAll(/ +[█▏]+/g, '')).toBe(
    [
      'Source',
      '  press              2',
      '  Direct or unknown  1',
      '',
      'Source of confirmed people',
      '  press              1',
      '  Direct or unknown  1',
      '',
    ].join('\n'),
  )
})

test('correct, release and erase change a person and print the result', async () => {
  const { email } = await list().quarantine()
  expect(await json('release', email)).toMatchObject({ email, released_at: expect.any(String) })
  expect(await json('correct', email, 'last_name', 'King')).toMatchObject({ last_name: 'King' })
  const { stderr, stdout } = await waitlist('erase', email, '--yes')
  expect(stderr).toBe('')
  expect(stdout).toMatch(/King[\s\S]*Erased 1 signup\.\n$/)
  expect(await waitlist('show', email)).toEqual({
    code: 1,
    stdout: '',
    stderr: 'Nothing is stored about that address.\n',
  })
})

test('export writes a file that only its owner can read, and import reads it', async () => {
  await list().join()
  expect(await waitlist('export', '--out', 'people.csv')).toMatchObject({ code: 0, stdout: '' })
  expect(statSync(join(cwd, 'people.csv')).mode & 0o777).toBe(0o600)
  const { url } = await newInstallation()
  const { code, stdout } = await run(['import', 'people.csv'], { url, cwd })
  expect(code).toBe(0)
  expect(stdout).toMatch(/^Added \d+ (person|people)\.\n$/)
})

const NO_MAIL =
  'No mail is sent to them. With --send-confirmation, an import asks each added person for a confirmation.'

test('import reads standard input, reports bad lines on stderr, and ends with 1', async () => {
  const input = 'email,first_name,last_name\nbo@example.com,Bo,Lee\nnobody,Bo,Lee\n'
  const { url } = await newInstallation()
  expect(await run(['import', '-', '--set', 'role=other'], { url, input })).toEqual({
    code: 1,
    stdout: 'Added 1 person.\n',
    stderr: `Line 3: email: Invalid email\n1 line could not be imported.\n${NO_MAIL}\n`,
  })
})

test('backup writes a file that only its owner can read, and restore reads it elsewhere', async () => {
  await list().join()
  expect(await waitlist('backup', 'all.gz')).toMatchObject({ code: 0, stdout: '' })
  expect(statSync(join(cwd, 'all.gz')).mode & 0o777).toBe(0o600)
  const { url } = await newInstallation()
  const { code, stdout } = await run(['restore', 'all.gz', '--json'], { url, cwd })
  expect(code).toBe(0)
  const { counts, restored } = JSON.parse(stdout)
  expect(restored).toBe(counts.signup)
})

test('report writes one page that loads nothing else', async () => {
  expect(await waitlist('report', '--out', 'report.html')).toMatchObject({ code: 0, stdout: '' })
  const page = readFileSync(join(cwd, 'report.html'), 'utf8')
  expect(page).toMatch(/^<!doctype html>/)
  for (const heading of ['Joined per day', 'Role', 'Source', 'In quarantine'])
    expect(page).toContain(heading)
  expect(page).not.toMatch(/https?:|<script|<link|<a |src=|url\(|@import/)
})

test('the help of every command has an example', async () => {
  const { stdout, code } = await run(['help'])
  expect(code).toBe(0)
  const names = [...stdout.matchAll(/^ {2}([a-z]+) {2,}/gm)].map(([, name = '']) => name)
  expect(names).toHaveLength(19)
  for (const name of names.filter((each) => each !== 'help')) {
    const help = await run([name, '--help'])
    expect(help).toMatchObject({ code: 0, stderr: '' })
    expect(help.stdout.split(/^Examples?:$/m)[1]).toContain(`./waitlist ${name}`)
  }
})
