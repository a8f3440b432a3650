// node .ci/results.mjs FOLDER FILE
// Prints how many tests have passed and failed in the JSON reports of Playwright Test and of Vitest that FOLDER has, and
// the slowest tests to stderr. Appends what failed to FILE. A test that was skipped or passed only by a retry counts as
// failed, and so does a file that failed to load.
import { appendFileSync, existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { stripVTControlCharacters } from 'node:util'

const [folder, file] = process.argv.slice(2)

const read = (name) => {
  const path = join(folder, name)
  return existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : undefined
}

const failures = []
const durations = []
let passed = 0

/** @param milliseconds - how long it took */
function add(title, milliseconds, isPassed, messages) {
  durations.push({ title, milliseconds })
  if (isPassed) passed += 1
  else failures.push([title, ...messages].join('\n'))
}

function addSuite({ title, specs, suites = [] }, above) {
  const titles = [...above, title]
  for (const { title, tests } of specs) {
    for (const { status, results } of tests) {
      const errors = results.flatMap(({ errors }) => errors)
      const milliseconds = Math.max(0, ...results.map(({ duration }) => duration))
      const messages = errors.map(({ message }) => message)
      add([...titles, title].join(' › '), milliseconds, status === 'expected', [
        status,
        ...messages,
      ])
    }
  }
  for (const suite of suites) addSuite(suite, titles)
}

for (const name of ['playwright.json', 'playwright-on-stack.json']) {
  const report = read(name)
  for (const suite of report?.suites ?? []) addSuite(suite, [])
  for (const { message } of report?.errors ?? []) add('Playwright Test', 0, false, [message])
}

for (const { name, status, message, assertionResults } of read('vitest.json')?.testResults ?? []) {
  if (status === 'failed' && assertionResults.length === 0) add(name, 0, false, [message])
  for (const { fullName, status, duration = 0, failureMessages } of assertionResults)
    add(`${name} › ${fullName}`, duration, status === 'passed', [status, ...failureMessages])
}

if (passed + failures.length === 0) failures.push('No test has run.')
const text = failures.map((failure) => `\n${failure}\n`).join('')
appendFileSync(file, stripVTControlCharacters(text))

const slowest = durations.sort((a, b) => b.milliseconds - a.milliseconds).slice(0, 30)
process.stderr.write('\nThe slowest tests, in seconds:\n')
for (const { title, milliseconds } of slowest)
  process.stderr.write(`${(milliseconds / 1000).toFixed(1).padStart(7)}  ${title}\n`)

process.stdout.write(`${passed} ${failures.length}\n`)
