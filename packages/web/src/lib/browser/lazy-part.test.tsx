import { act, render, screen } from '@testing-library/react'
import { Component, Suspense, type ComponentType, type ReactNode } from 'react'
import { afterEach, expect, test, vi } from 'vitest'
import { fakeClock } from '#test/fake-clock.ts'
import { setClock } from './clock.ts'
import { CHUNK_TIMEOUT_MS, lazyPart } from './lazy-part.ts'

class Boundary extends Component<{ children: ReactNode }, { failed: boolean }> {
  override state = { failed: false }
  static getDerivedStateFromError = () => ({ failed: true })
  override render = () => (this.state.failed ? <p>failed</p> : this.props.children)
}

const show = (Part: ComponentType) =>
  render(
    <Boundary>
      <Suspense fallback={<p>waiting</p>}>
        <Part />
      </Suspense>
    </Boundary>,
  )

afterEach(() => {
  setClock()
  vi.restoreAllMocks()
})

test('C-24 a part that never arrives is given up after 120 seconds', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
  const clock = fakeClock()
  show(lazyPart(() => new Promise<ComponentType>(() => undefined)))
  await clock.advance(CHUNK_TIMEOUT_MS - 1)
  expect(screen.getByText('waiting')).toBeVisible()
  await clock.advance(1)
  expect(await screen.findByText('failed')).toBeVisible()
})

test('the machine slept while a part was on its way: the part has its 120 seconds from then on', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
  const clock = fakeClock()
  show(lazyPart(() => new Promise<ComponentType>(() => undefined)))
  clock.sleep(12 * 60_000)
  await clock.advance(CHUNK_TIMEOUT_MS - 1)
  expect(screen.getByText('waiting')).toBeVisible()
  await clock.advance(1)
  expect(await screen.findByText('failed')).toBeVisible()
})

test('a part that arrives is shown', async () => {
  await act(async () => void show(lazyPart(() => Promise.resolve(() => <p>part</p>))))
  expect(await screen.findByText('part')).toBeVisible()
})
