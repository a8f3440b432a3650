import type { PostFacts } from '../post.ts'

/** The frontmatter of an article, and its file. */
interface PostFile {
  readonly file: string
  readonly value: Pick<PostFacts, 'id' | 'date'>
}

/**
 * Finds ids that are used twice and dates in the future.
 *
 * @param today - in UTC, as ISO 8601, like 2025-09-02
 * @returns a sentence for each problem
 */
export function checkPosts(posts: readonly PostFile[], today: string): string[] {
  return posts.flatMap(({ file, value: { id, date } }) => {
    const first = posts.find(({ value }) => value.id === id)?.file
    return [
      ...(first === file ? [] : [`${file}: ${first} has the same id already: ${id}.`]),
      ...(date > today
        ? [`${file}: its date is in the future, but the build would publish it now: ${date}.`]
        : []),
    ]
  })
}
