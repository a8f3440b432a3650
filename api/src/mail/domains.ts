/** A reply that takes longer is slow. In milliseconds. */
const PROMPT = 5_000

/** Mails under way to a domain that does not reply promptly: the other connections are for the others. */
const AT_MOST = 2

/** Domains that are remembered. Nothing is lost when one is forgotten: it replies again. */
const REMEMBERED = 1_000

interface ToDomain {
  readonly domain: string
}

/** Which domains may get mails now. */
export interface Domains {
  /** Those that may not get another one now. */
  full(): readonly string[]
  /** The first of these, as far as their domains may get them. */
  choose<Each extends ToDomain>(mails: readonly Each[], limit: number): Each[]
  /** Notes that an email is under way, and returns a function that notes the reply. */
  begin(emailKey: string): () => void
}

const domainOf = (emailKey: string): string => emailKey.slice(emailKey.lastIndexOf('@') + 1)

/**
 * Watches how long domains take to reply. One that has replied promptly gets as many mails at once as there
 * are, until two of them have been without a reply for some seconds.
 */
export function watchDomains(): Domains {
  const prompt = new Set<string>()
  /** When the emails under way were begun, by domain. By a clock that cannot be set back. */
  const begun = new Map<string, number[]>()

  function roomOf(domain: string): number {
    const times = begun.get(domain) ?? []
    const silent = times.filter((time) => performance.now() - time > PROMPT)
    if (silent.length >= AT_MOST) prompt.delete(domain)
    return prompt.has(domain) ? Number.POSITIVE_INFINITY : AT_MOST - times.length
  }

  return {
    full: () => [...begun.keys()].filter((domain) => roomOf(domain) <= 0),
    choose(mails, limit) {
      const counts = new Map<string, number>()
      const chosen = mails.filter(({ domain }) => {
        const count = counts.get(domain) ?? 0
        counts.set(domain, count + 1)
        return count < roomOf(domain)
      })
      return chosen.slice(0, limit)
    },
    begin(emailKey) {
      const domain = domainOf(emailKey)
      const time = performance.now()
      begun.set(domain, [...(begun.get(domain) ?? []), time])
      return () => {
        const left = (begun.get(domain) ?? []).toSpliced((begun.get(domain) ?? []).indexOf(time), 1)
        if (left.length > 0) begun.set(domain, left)
        else begun.delete(domain)
        if (prompt.size >= REMEMBERED) prompt.clear()
        if (performance.now() - time <= PROMPT) prompt.add(domain)
        else prompt.delete(domain)
      }
    },
  }
}
