import { openSession } from '../../api/src/database/session.ts'
import { newToken } from '../../api/src/links/tokens.ts'

/** The token of a new mail to a person. */
export async function createToken(ownerUrl: string, emailKey: string): Promise<string> {
  const session = await openSession(ownerUrl)
  try {
    const { token, hash } = newToken()
    await session.query('INSERT INTO links (token, email_key) VALUES ($1, $2)', [hash, emailKey])
    return token
  } finally {
    await session.close()
  }
}
