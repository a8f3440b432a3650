import { PassThrough } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { html } from '../../../../letters/html.ts'
import { countGroups } from '../../list/groups.ts'
import { number } from '../../system/format.ts'
import { exportPeople, FORMATS, type Format } from '../transfer/export.ts'
import { type AddPages, type Board, sendPage } from './page.ts'

const TYPES: Readonly<Record<Format, string>> = {
  csv: 'text/csv; charset=utf-8',
  ndjson: 'application/x-ndjson; charset=utf-8',
}

const pathOf = (format: Format): string => `/export/people.${format}`

/** A stream of the list as of one moment. A failure breaks the download off. */
function streamOf({ withSession, referrals }: Board, format: Format): PassThrough {
  const output = new PassThrough()
  withSession((session) =>
    session.transaction(
      () => pipeline(exportPeople(session, format, { referrals }), output),
      'SNAPSHOT',
    ),
  ).catch((error) => output.destroy(error))
  return output
}

export const addExport: AddPages = ({ app, get }, board) => {
  get('/export', async ({ session, reply }) => {
    const { listed } = await countGroups(session)
    return sendPage(reply, board, { title: 'Export', within: '/export' }, [
      html`<p>Everyone on the list (${number(listed)}), in order of arrival. The file holds names and addresses: protect it, and delete it when you no longer need it.</p>`,
      html`<div class="grid">
<article><h2><a href="${pathOf('csv')}" download>CSV</a></h2><p>For a spreadsheet. A cell that a spreadsheet would run as a formula starts with a quote.</p></article>
<article><h2><a href="${pathOf('ndjson')}" download>NDJSON</a></h2><p>For programs: one JSON object a line.</p></article>
</div>`,
    ])
  })

  for (const format of FORMATS) {
    app.get(pathOf(format), (_request, reply) =>
      reply
        .type(TYPES[format])
        .header('content-disposition', `attachment; filename="people.${format}"`)
        .send(streamOf(board, format)),
    )
  }
}
