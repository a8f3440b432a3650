import type { PostFacts } from '../post.ts'

/** An article, and where it is written. */
interface PostFile {
  readonly file: string
  readonly value: Pick<PostFacts, 'id' | 'date'>
}

/**
 * What articles can only get wrong among each other, and in time.
 *
 * @param today - in UTC, as ISO 8601, like 2025-09-02
 * @returns sentences that say what is wrong, if anything is
 */
export function checkPosts(posts: readonly PostFile[], today: string): string[] {
  return posts.flatMap(({ file, value: { id, date } }) => {
    const first = posts.find(({ value }) => value.id === id)?.file
    return [
      ...(first === file ? [] : [`${file}: its id is that of ${first} already: ${id}.`]),
      ...(date > today
        ? [`${file}: its date is in the future, and it would be published at once: ${date}.`]
        : []),
    ]
  })
}
