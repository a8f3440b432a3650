import { openSession, type Session } from '../../database/session.ts'
import { explain } from '../../operator/explain.ts'
import type { Context } from '../context.ts'
import { certificate } from './certificate.ts'
import { DATABASE_CHECKS } from './database.ts'
import { type Finding, named, runChecks } from './finding.ts'
import { examineMail } from './mail.ts'
import { samples } from './samples.ts'
import { visitors } from './visitors.ts'
import { WORK_CHECKS } from './work.ts'

async function examineDatabase(context: Context): Promise<Finding[]> {
  let session: Session
  try {
    session = await openSession(await context.ownerUrl())
  } catch (error) {
    return named('database', [[explain(error), 'Start the database, or correct DATABASE_URL.']])
  }
  try {
    return await runChecks({ ...DATABASE_CHECKS, ...WORK_CHECKS }, session, context)
  } finally {
    await session.close()
  }
}

/** Runs all checks. Without a database, only the mail server, the certificate and the site are checked. */
export const examine = async (context: Context): Promise<Finding[]> => [
  ...(await examineDatabase(context)),
  ...(await examineMail(context)),
  ...named('visitors', await visitors(context)),
  ...named('certificate', await certificate(context)),
  ...named('sample content', await samples(context)),
]
