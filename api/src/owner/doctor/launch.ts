import type { Launch } from '../../../../contract/launch.ts'
import { readTemplates } from '../../../../letters/templates.ts'
import { DAYS } from '../../list/retention.ts'
import { type Checks, type Finding, judge, ok, problem, toDo } from './checks.ts'
import type { Database } from './database.ts'

const BUILD =
  'Build the site again: docker compose up --build --detach --wait, or restart npm start.'

async function examineProduct(url: string): Promise<Finding> {
  const fix = 'Start the product, or correct LAUNCH_URL: the site’s main buttons open it.'
  try {
    const { status } = await fetch(url, { signal: AbortSignal.timeout(3_000) })
    // The product may refuse a request without a session, but even a refusal shows that it responds.
    return judge(status < 500 && status !== 404, `${url} responds with ${status}`, fix)
  } catch {
    return problem(`${url} does not respond`, fix)
  }
}

/** Finds a letter that links to the product, or to the waitlist's page, which then links to the product. */
const LETTER = `
  SELECT EXISTS (
    SELECT FROM letters WHERE strpos(text, $1) > 0 OR text LIKE '%{{site}}/waitlist%'
  )`

const nameOf = ({ url, isOpen }: Launch): string => {
  if (url) return `LAUNCH_URL is ${url}`
  return isOpen ? 'the waitlist is open' : 'the form is closed (WAITLIST=closed)'
}

export const LAUNCH: Checks<Database> = {
  /** Lists the steps of launch day in order. */
  async launch({ launch, mailsFile, session, name }) {
    const { launch: built } = readTemplates(mailsFile ?? 'MAILS_FILE')
    const { url, isOpen } = launch
    const build =
      built.url === url && built.isOpen === isOpen
        ? ok('the site was built with these settings')
        : problem(`the site was built with other settings: ${nameOf(built)}`, BUILD)
    if (!url) {
      const fix =
        'On launch day, set LAUNCH_URL, build the site, and run this again: docs/launch.md'
      return [{ ...ok(nameOf(launch)), ...(isOpen && { fix }) }, build]
    }
    const steps = [
      ok(nameOf(launch)),
      build,
      await examineProduct(url),
      (await session.value<boolean>(LETTER, [url.replace(/\/$/, '')]))
        ? ok('a letter links to the product')
        : toDo(
            `no letter of the last ${DAYS.mails} days links to the product`,
            `Copy web/content/letters/launch.example.md to launch.md, change its words, and run ${name} announce launch.md`,
          ),
    ]
    return steps.map((step, index) => ({ ...step, found: `${index + 1}. ${step.found}` }))
  },
}
