/**
 * Shares one run among the callers that come while it is under way, and keeps its outcome, also a
 * failure, for some time.
 * @param kept in milliseconds
 */
export function shared<Outcome>(run: () => Promise<Outcome>, kept = 0): () => Promise<Outcome> {
  let latest: Promise<Outcome> | undefined
  const forget = () => {
    latest = undefined
  }
  return () => {
    latest ??= run().finally(() => setTimeout(forget, kept).unref())
    return latest
  }
}
