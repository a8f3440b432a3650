// Guards another-owner.

import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, onTestFinished, test, vi } from 'vitest'
import { journey } from '../content/about.ts'

test('a history without items leaves no heading', async () => {
  vi.resetModules()
  vi.doMock('../content/about.ts', () => ({ journey: { ...journey, items: [] } }))
  onTestFinished(() => {
    vi.doUnmock('../content/about.ts')
    vi.resetModules()
  })
  const { Journey } = await import('./Journey.tsx')
  expect(renderToStaticMarkup(createElement(Journey))).toBe('')
})
