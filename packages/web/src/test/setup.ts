import { readFileSync } from 'node:fs'
import '@testing-library/jest-dom/vitest'
import { cleanup, configure } from '@testing-library/react'
import { afterAll, afterEach, beforeAll, expect, vi } from 'vitest'
import { writeCookie } from '#lib/browser/cookies.ts'
import { server } from './server.ts'

// The files of a worker share the modules: one that mocks some would get those that another has loaded, and leave its own.
const text = readFileSync(expect.getState().testPath ?? '', 'utf8')
if (/\bvi\.(doMock|mock)\(/.test(text) && !text.includes('@vitest-environment-options'))
  throw new Error(
    'This file mocks modules: give it a worker of its own, with the lines at the top of missing-parts.test.tsx',
  )

// A busy machine is no failure: what is waited for may take its time.
configure({ asyncUtilTimeout: 15_000 })

// Parts of a browser that jsdom leaves out and the screens touch.
Object.defineProperty(window, 'scrollTo', { value: () => undefined, writable: true })
// Newer browsers answer with a promise, which an effect must not hand on.
Object.defineProperty(Element.prototype, 'scrollIntoView', { value: () => Promise.resolve(), writable: true })
window.matchMedia ??= (query: string) =>
  ({
    matches: false,
    media: query,
    addEventListener: () => undefined,
    removeEventListener: () => undefined,
  }) as unknown as MediaQueryList

beforeAll(() => server.listen({ onUnhandledFrame: 'error' }))
afterEach(() => {
  cleanup()
  server.resetHandlers()
  vi.useRealTimers()
})
afterAll(() => {
  server.close()
  // The next file of this worker finds a browser that has not been used.
  vi.unstubAllGlobals()
  localStorage.clear()
  sessionStorage.clear()
  for (const cookie of ['__Host-puente-lang', '__Host-puente-install', '__Host-puente-push'] as const)
    writeCookie(cookie, '', 0)
})
