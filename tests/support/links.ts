import { newToken } from '../../api/src/links/tokens.ts'
import { fold } from '../../api/src/list/inbox/fold.ts'
import { openSession } from '../../api/src/system/session.ts'

/** Folds a person's form, and returns the token of a new link for the person. */
export async function createToken(ownerUrl: string, mailbox: string): Promise<string> {
  const session = await openSession(ownerUrl)
  try {
    await fold(session, { events: true })
    const { token, hash } = newToken()
    await session.query('INSERT INTO links (token, mailbox) VALUES ($1, $2)', [hash, mailbox])
    return token
  } finally {
    await session.close()
  }
}
