import { act, render } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { Splash, splashLeftMs } from './splash.tsx'

const splash = () => document.querySelector('[data-splash]')

beforeEach(() => {
  vi.useFakeTimers()
  vi.spyOn(performance, 'now').mockReturnValue(300)
})
afterEach(() => {
  vi.restoreAllMocks()
  window.history.replaceState(null, '', '/')
})

test('GL-01 C-26 the splash stays until two seconds after the page began to load', () => {
  render(<Splash />)
  expect(splash()).not.toBeNull()
  act(() => void vi.advanceTimersByTime(1600))
  expect(splash()).not.toBeNull()
  act(() => void vi.advanceTimersByTime(200))
  expect(splash()).toBeNull()
})

test('on a return from a payment provider no splash is rendered', () => {
  window.history.replaceState(null, '', '/deposit-now/success?id=pss_1')
  render(<Splash />)
  expect(splash()).toBeNull()
})

test('a page that took longer to load is not covered any more', () => {
  expect(splashLeftMs('/home', 2500)).toBe(0)
})
