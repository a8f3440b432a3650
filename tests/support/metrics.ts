import { expect } from 'vitest'

/** What a metrics port says: the text, and each sample by its name and labels. */
export interface Scrape {
  readonly text: string
  /** 0 for a sample that is not there, as for one that never counted anything. */
  value(sample: string): number
}

/** Asks as Prometheus does. */
export async function scrape(port: number): Promise<Scrape> {
  const answer = await fetch(`http://127.0.0.1:${port}/metrics`)
  expect(answer.status).toBe(200)
  expect(answer.headers.get('content-type')).toMatch(/^text\/plain; version=0\.0\.4/)
  const text = await answer.text()
  const samples = new Map(
    text
      .split('\n')
      .filter((line) => line !== '' && !line.startsWith('#'))
      .map((line) => {
        const space = line.lastIndexOf(' ')
        return [line.slice(0, space), Number(line.slice(space + 1))]
      }),
  )
  return { text, value: (sample) => samples.get(sample) ?? 0 }
}
