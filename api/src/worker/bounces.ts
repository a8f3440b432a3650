import { constants } from 'node:fs'
import { open, readdir, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { applyReport, applyStored } from '../list/apply-reports.ts'
import { nextReports } from '../list/reports.ts'
import { type DeliveryReport, LARGEST_REPORT, readReport } from '../mail/delivery-report.ts'
import type { Session } from '../system/session.ts'
import type { Round, WorkerLog } from './repeat.ts'

/** Reports in a round. */
const REPORTS = 20

/** When a file that was not finished is deleted. In milliseconds. */
const HOUR = 3_600_000

/** When a report that was begun and not applied is deleted. In milliseconds. */
const DAY = 24 * HOUR

/** Behind the name of a report that is being read, so that one that ends the process is not read again. */
const READING = '.reading'

/** Without the text of the error, which has the name of the file. */
const codeOf = (error: unknown): unknown => (error as NodeJS.ErrnoException).code

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

/** The file could have become a pipe or a link meanwhile. */
const REGULAR = constants.O_RDONLY | constants.O_NONBLOCK | constants.O_NOFOLLOW

async function readStart(file: string): Promise<Buffer> {
  const handle = await open(file, REGULAR)
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(LARGEST_REPORT), 0, LARGEST_REPORT)
    return buffer.subarray(0, bytesRead)
  } finally {
    await handle.close()
  }
}

function logReport(log: WorkerLog, outcome: string, report: DeliveryReport | undefined): void {
  log.info({ outcome, status: report?.status }, 'a report about an email was read')
}

async function apply(
  session: Session,
  report: DeliveryReport | undefined,
  log: WorkerLog,
): Promise<void> {
  let outcome = report ? 'unchanged' : 'unreadable'
  if (report && report.kind !== 'other') outcome = await applyReport(session, report)
  logReport(log, outcome, report)
}

/** Deletes what `ops/bounce` or this worker began and did not finish. */
async function deleteUnfinished(files: readonly string[], log: WorkerLog): Promise<void> {
  for (const file of files) {
    const isReport = file.endsWith(READING)
    const begun = (await stat(file).catch(() => undefined))?.mtimeMs ?? Date.now()
    if (begun > Date.now() - (isReport ? DAY : HOUR)) continue
    const isDeleted = await rm(file).then(
      () => true,
      () => false,
    )
    if (isDeleted && isReport)
      log.warn({}, 'a report about an email that could not be read was deleted')
  }
}

/**
 * Applies a report and deletes it. One that cannot be read, or that ends the process, stays behind under its
 * other name.
 * @throws the error of the database, for which the report waits
 */
async function applyFile(session: Session, file: string, log: WorkerLog): Promise<void> {
  const source = await readStart(file).catch((error) => {
    log.warn({ reason: codeOf(error) }, 'a report about an email cannot be read')
  })
  if (source === undefined) return
  await apply(session, await readReport(source).catch(() => undefined), log)
  await rm(file, { force: true })
}

/** Reports of a folder. Those in `stuck` cannot be renamed, and are left alone until the worker starts again. */
async function applyFiles(
  session: Session,
  folder: string,
  stuck: Set<string>,
  log: WorkerLog,
): Promise<boolean> {
  const files = await filesIn(folder)
  const reports = files.filter((file) => file.endsWith('.eml') && !stuck.has(file))
  await deleteUnfinished(
    files.filter((file) => !file.endsWith('.eml')),
    log,
  )
  for (const file of reports.slice(0, REPORTS)) {
    const reading = `${file}${READING}`
    try {
      await rename(file, reading)
    } catch (error) {
      // another worker has taken it
      if (codeOf(error) === 'ENOENT') continue
      stuck.add(file)
      log.warn({ reason: codeOf(error) }, 'a report about an email cannot be renamed')
      continue
    }
    try {
      await applyFile(session, reading, log)
    } catch (error) {
      await rename(reading, file)
      throw error
    }
  }
  return reports.length > REPORTS
}

/** What the API has stored. */
async function applyFromApi(session: Session, log: WorkerLog): Promise<boolean> {
  const reports = await nextReports(session, REPORTS)
  for (const report of reports) {
    const outcome = await applyStored(session, report)
    if (outcome) logReport(log, outcome, report)
  }
  return reports.length === REPORTS
}

/**
 * Does what reports call for, and deletes them: those that a mail server has put into the folder, and
 * those that a mail provider has sent to the API.
 */
export function bounceRound(folder: string | undefined, log: WorkerLog): Round {
  const stuck = new Set<string>()
  return async (session) => {
    const moreStored = await applyFromApi(session, log)
    const moreFiles = folder !== undefined && (await applyFiles(session, folder, stuck, log))
    return moreFiles || moreStored
  }
}
