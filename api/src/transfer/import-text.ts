import { TextDecoder } from 'node:util'

/** Excel's "Unicode text" is UTF-16 with a byte order mark. */
function encodingOf(start: Buffer): string {
  if (start[0] === 0xff && start[1] === 0xfe) return 'utf-16le'
  return start[0] === 0xfe && start[1] === 0xff ? 'utf-16be' : 'utf-8'
}

/** Decodes UTF-8, and UTF-16 with a byte order mark. What is neither becomes U+FFFD. */
export async function* decode(input: AsyncIterable<Buffer>): AsyncGenerator<string> {
  let start: Buffer = Buffer.alloc(0)
  let decoder: TextDecoder | undefined
  for await (const chunk of input) {
    if (decoder !== undefined) {
      yield decoder.decode(chunk, { stream: true })
      continue
    }
    start = Buffer.concat([start, chunk])
    if (start.length < 2) continue
    decoder = new TextDecoder(encodingOf(start))
    yield decoder.decode(start, { stream: true })
  }
  yield decoder?.decode() ?? new TextDecoder().decode(start)
}

/** Reads ahead, so that a guess from the start does not depend on how the stream is cut. */
export async function peek(text: AsyncIterator<string>, length: number) {
  let start = ''
  let next = await text.next()
  for (; !next.done; next = await text.next()) {
    start += next.value
    if (start.length >= length) break
  }
  async function* whole() {
    yield start
    for (let next = await text.next(); !next.done; next = await text.next()) yield next.value
  }
  return { start: start.slice(0, length), whole: whole() }
}
