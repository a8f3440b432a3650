import { fold } from '../../../api/src/list/inbox/fold.ts'
import { wantAfter } from '../../../api/src/mail/letters/after.ts'
import type { Session } from '../../../api/src/system/session.ts'
import type { AfterLetter } from '../../../letters/mail-templates.ts'
import { newInstallation } from './installations.ts'
import { addPerson, confirmByLink, newFolder, sendDue } from './mailing.ts'

export const letter = (
  name: string,
  days: number,
  more: Partial<AfterLetter> = {},
): AfterLetter => ({
  name,
  days,
  until: 'invited',
  where: [],
  subject: `${name}, {{first_name}}`,
  html: '',
  text: '',
  ...more,
})

/** Moves the times of people and emails into the past. */
export const passDays = async (here: Session, days: number): Promise<void> => {
  const past = (column: string) => `${column} = ${column} - $1::float8 * interval '1 day'`
  await here.query(`UPDATE people SET ${past('joined_at')}, ${past('confirmed_at')}`, [days])
  await here.query(
    `UPDATE mails SET ${past('wanted_at')}, ${past('due_at')}, ${past('ended_at')}`,
    [days],
  )
  const times = ['starts_at', 'queued_until', 'missing_since', 'restored_until', 'restored_at']
  await here.query(`UPDATE after_letters SET ${times.map(past).join()}`, [days])
}

export const round = async (here: Session, after: readonly AfterLetter[]): Promise<string[]> => {
  await wantAfter(here, after)
  const mails = await sendDue(here, newFolder({ after }).env)
  return mails.map(({ subject }) => subject ?? '')
}

/** Confirms through the link in an email that is sent now. A person who has left sends the form first. */
export async function clickLink(here: Session, email: string): Promise<void> {
  await here.query(
    `INSERT INTO inbox (email, mailbox, answers, consent)
     SELECT email, mailbox, answers, 'unknown' FROM people WHERE mailbox = $1 AND left_at IS NOT NULL`,
    [email],
  )
  await fold(here, { events: false })
  await confirmByLink(here, email)
}

/** Opens an installation whose worker knows the letters, with a person who confirmed `days` days ago. */
export async function withPerson(letters: readonly AfterLetter[], days: number) {
  const here = await newInstallation()
  await round(here, letters)
  const email = await addPerson(here)
  await passDays(here, days)
  return { here, email }
}

/** Returns each person and letter with the email's class. */
export const classes = async (here: Session): Promise<string[]> =>
  (
    await here.query<{ text: string }>(
      `SELECT concat_ws(' ', answers->>'first_name', letter, class) AS text
       FROM mails JOIN people USING (mailbox) WHERE kind = 'after' ORDER BY 1`,
    )
  ).map(({ text }) => text)
