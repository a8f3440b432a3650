import { afterEach, beforeEach, expect, type MockInstance, vi } from 'vitest'

let complain: MockInstance

/** React and other libraries complain there; a complaint is a failure. */
beforeEach(() => {
  complain = vi.spyOn(console, 'error')
})

afterEach(() => {
  const complaints = complain.mock.calls
  complain.mockRestore()
  expect(complaints, 'console.error was called').toEqual([])
})
