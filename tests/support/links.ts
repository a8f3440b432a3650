import { TOKEN } from '../../api/contract/waitlist.ts'
import { createLinks } from '../../api/src/mail/links.ts'
import { openSession } from '../../api/src/session.ts'

/** The token of a new mail to a person. */
export async function createToken(ownerUrl: string, emailKey: string): Promise<string> {
  const session = await openSession(ownerUrl)
  try {
    const { data } = await createLinks(session, 'https://shop.example', emailKey)
    return new URL(data).searchParams.get(TOKEN) ?? ''
  } finally {
    await session.close()
  }
}
