import { expect } from 'vitest'

/** The response of a metrics port. */
export interface Scrape {
  readonly text: string
  /** A sample by its name and labels; 0 for a missing one, which has not counted anything yet. */
  value(sample: string): number
}

/** Reads the metrics as Prometheus does. */
export async function scrape(port: number): Promise<Scrape> {
  const response = await fetch(`http://127.0.0.1:${port}/metrics`)
  expect(response.status).toBe(200)
  expect(response.headers.get('content-type')).toMatch(/^text\/plain; version=0\.0\.4/)
  const text = await response.text()
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
