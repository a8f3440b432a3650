const TIMEOUT_MS = 3_000

const sourcesIn = (html: string): Set<string> =>
  new Set(
    [...html.matchAll(/<img\b[^>]*?\ssrc="(https?:[^"]+)"/g)].map(([, source = '']) =>
      source.replaceAll(/&(?:amp|#x26);/g, '&'),
    ),
  )

/** Other responses and failures prove nothing, because this machine may be unable to reach the site. */
async function isMissing(address: string, signal: AbortSignal): Promise<boolean> {
  try {
    const { status, body } = await fetch(address, { signal })
    await body?.cancel()
    return status === 404
  } catch {
    return false
  }
}

/** Returns an email's missing pictures (404). Takes at most three seconds. */
export async function findMissingPictures(html: string): Promise<string[]> {
  const signal = AbortSignal.timeout(TIMEOUT_MS)
  const found = await Promise.all(
    [...sourcesIn(html)].map(async (address) =>
      (await isMissing(address, signal)) ? address : [],
    ),
  )
  return found.flat()
}
