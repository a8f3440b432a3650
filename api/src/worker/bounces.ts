import { open, readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Session } from '../database/session.ts'
import { type DeliveryReport, readReport } from '../mail/delivery-report.ts'
import { applyReport } from '../queue/bounce.ts'
import { dropReport, nextReports } from '../queue/reports.ts'
import type { Round } from './repeat.ts'

/** Reports in a round. */
const REPORTS = 20

/** What `ops/bounce` writes at most. In bytes. */
const LARGEST = 131_072

/** When a file that was not finished is deleted. In milliseconds. */
const HOUR = 3_600_000

interface BounceLog {
  info(detail: object, text: string): void
}

/** The folder below DATA_DIR, a folder of its own, so that the mail server can write to it. */
export const bouncesFolder = (dataDir: string): string => join(dataDir, 'bounces')

/** Only files: a mail server's account could place a pipe there, and a read would wait forever. */
async function filesIn(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { withFileTypes: true }).catch(
    (error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return []
      throw error
    },
  )
  return entries.filter((entry) => entry.isFile()).map(({ name }) => join(folder, name))
}

async function readStart(file: string): Promise<Buffer> {
  const handle = await open(file)
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(LARGEST), 0, LARGEST)
    return buffer.subarray(0, bytesRead)
  } finally {
    await handle.close()
  }
}

async function apply(
  session: Session,
  report: DeliveryReport | undefined,
  log: BounceLog,
): Promise<void> {
  let outcome = report ? 'unchanged' : 'unreadable'
  if (report && report.kind !== 'other') outcome = await applyReport(session, report)
  log.info({ outcome, status: report?.status }, 'a report about an email was read')
}

/** Deletes what `ops/bounce` began and did not finish. */
async function deleteUnfinished(files: readonly string[]): Promise<void> {
  for (const file of files) {
    const begun = (await stat(file).catch(() => undefined))?.mtimeMs ?? Date.now()
    if (begun < Date.now() - HOUR) await rm(file, { force: true })
  }
}

/** A report that cannot be read changes nothing. */
async function applyFiles(session: Session, folder: string, log: BounceLog): Promise<boolean> {
  const files = await filesIn(folder)
  const reports = files.filter((file) => file.endsWith('.eml'))
  await deleteUnfinished(files.filter((file) => !file.endsWith('.eml')))
  for (const file of reports.slice(0, REPORTS)) {
    const report = await readReport(await readStart(file)).catch(() => undefined)
    await apply(session, report, log)
    await rm(file, { force: true })
  }
  return reports.length > REPORTS
}

/** What the API has stored. Another worker may apply it as well, which changes nothing. */
async function applyStored(session: Session, log: BounceLog): Promise<boolean> {
  const reports = await nextReports(session, REPORTS)
  for (const report of reports) {
    await apply(session, report, log)
    await dropReport(session, report)
  }
  return reports.length === REPORTS
}

/**
 * Does what reports call for, and deletes them: those that a mail server has put into the folder, and
 * those that a mail provider has sent to the API.
 */
export function bounceRound(folder: string | undefined, log: BounceLog): Round {
  return async (session) => {
    const moreFiles = folder !== undefined && (await applyFiles(session, folder, log))
    const moreStored = await applyStored(session, log)
    return moreFiles || moreStored
  }
}
