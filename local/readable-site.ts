import { cp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { type Account, canReach, run } from './account.ts'

/** Returns the folder of the built site, or of a copy if the account cannot enter that folder. */
export async function findReadableSite(
  siteDir: string,
  { account, dataDir }: { readonly account: Account; readonly dataDir: string },
): Promise<string> {
  if (await canReach(join(siteDir, 'client'), account)) return siteDir
  const copy = join(dataDir, 'site')
  await rm(copy, { recursive: true, force: true })
  await cp(siteDir, copy, { recursive: true })
  await run('chmod', ['-R', 'a+rX', copy])
  return copy
}
