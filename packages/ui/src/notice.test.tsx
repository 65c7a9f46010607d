import { act, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { NoticeRegion, NoticeProvider, useNotices } from './notice.tsx'

const Buttons = () => {
  const notices = useNotices()
  return (
    <>
      <button type="button" onClick={() => notices.show('negative', 'The code is wrong.')}>
        Refuse
      </button>
      <button type="button" onClick={() => notices.show('positive', 'Sent.')}>
        Accept
      </button>
      <button type="button" onClick={() => notices.show('negative', 'You were logged out.', { stays: true })}>
        End
      </button>
      <button type="button" onClick={() => notices.clear('negative')}>
        Forget refusals
      </button>
      <ul aria-label="Earlier">
        {notices.history.map((notice) => (
          <li key={notice.id}>{notice.text}</li>
        ))}
      </ul>
    </>
  )
}

const show = () =>
  render(
    <NoticeProvider label="Notices" dismissLabel="Close">
      <NoticeRegion />
      <Buttons />
    </NoticeProvider>,
  )
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }))
const pass = (ms: number) => {
  act(() => {
    vi.advanceTimersByTime(ms)
  })
}

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

test('EM-02 C-25 a refusal is an alert that leaves after three seconds', () => {
  show()
  press('Refuse')
  expect(screen.getByRole('alert')).toHaveTextContent('The code is wrong.')
  pass(2900)
  expect(screen.getByRole('alert')).toBeInTheDocument()
  pass(200)
  expect(screen.queryByRole('alert')).not.toBeInTheDocument()
})

test('a success is a status', () => {
  show()
  press('Accept')
  expect(screen.getByRole('status')).toHaveTextContent('Sent.')
  pass(3000)
  expect(screen.getByRole('status')).toBeEmptyDOMElement()
})

test('EM-02 a notice waits while the pointer is on it', () => {
  show()
  press('Refuse')
  pass(1000)
  fireEvent.pointerEnter(screen.getByRole('alert'))
  pass(20_000)
  expect(screen.getByRole('alert')).toBeInTheDocument()
  fireEvent.pointerLeave(screen.getByRole('alert'))
  pass(1900)
  expect(screen.getByRole('alert')).toBeInTheDocument()
  pass(200)
  expect(screen.queryByRole('alert')).not.toBeInTheDocument()
})

test('EM-02 a notice waits while the focus is in it', () => {
  show()
  press('Refuse')
  act(() => screen.getByRole('button', { name: 'Close' }).focus())
  pass(20_000)
  expect(screen.getByRole('alert')).toBeInTheDocument()
  act(() => screen.getByRole('button', { name: 'Close' }).blur())
  pass(3000)
  expect(screen.queryByRole('alert')).not.toBeInTheDocument()
})

test('a notice that is to stay does so until it is closed', () => {
  show()
  press('End')
  pass(600_000)
  expect(screen.getByRole('alert')).toHaveTextContent('You were logged out.')
  press('Close')
  expect(screen.queryByRole('alert')).not.toBeInTheDocument()
})

test('refusals can be cleared and leave a success alone', () => {
  show()
  press('Accept')
  press('Forget refusals')
  expect(screen.getByRole('status')).toHaveTextContent('Sent.')
  press('Refuse')
  press('Forget refusals')
  expect(screen.queryByRole('alert')).not.toBeInTheDocument()
})

test('a notice can be sent away', () => {
  show()
  press('Refuse')
  press('Close')
  expect(screen.queryByRole('alert')).not.toBeInTheDocument()
})

test('one notice at a time: a success takes the place of an older refusal', () => {
  show()
  press('Refuse')
  press('Accept')
  expect(screen.queryByRole('alert')).not.toBeInTheDocument()
  expect(screen.getByRole('status')).toHaveTextContent('Sent.')
})

test('a notice stands where the screen in front has its place, and goes on counting there', () => {
  const tree = (dialog: boolean) => (
    <NoticeProvider label="Notices" dismissLabel="Close">
      <main>
        <NoticeRegion />
      </main>
      {dialog && (
        <aside>
          <NoticeRegion />
        </aside>
      )}
      <Buttons />
    </NoticeProvider>
  )
  const { rerender } = render(tree(true))
  press('Refuse')
  expect(screen.getByRole('complementary')).toContainElement(screen.getByRole('alert'))
  pass(1500)
  rerender(tree(false))
  expect(screen.getByRole('main')).toContainElement(screen.getByRole('alert'))
  pass(1600)
  expect(screen.queryByRole('alert')).not.toBeInTheDocument()
})

test('a notice without a place waits for one', () => {
  const tree = (place: boolean) => (
    <NoticeProvider label="Notices" dismissLabel="Close">
      {place && <NoticeRegion />}
      <Buttons />
    </NoticeProvider>
  )
  const { rerender } = render(tree(false))
  press('Refuse')
  pass(10_000)
  rerender(tree(true))
  expect(screen.getByRole('alert')).toHaveTextContent('The code is wrong.')
})

test('the same refusal twice is shown once, and its time starts again', () => {
  show()
  press('Refuse')
  pass(2000)
  press('Refuse')
  pass(2000)
  expect(screen.getAllByRole('alert')).toHaveLength(1)
})

test('the last twenty notices can be read again, newest first', () => {
  show()
  for (let round = 0; round < 24; round += 1) press('Refuse')
  press('Accept')
  pass(10_000)
  const earlier = screen.getAllByRole('listitem').map((item) => item.textContent)
  expect(earlier).toHaveLength(20)
  expect(earlier[0]).toBe('Sent.')
})

test('notices without a provider are a mistake that is named', () => {
  const quiet = vi.spyOn(console, 'error').mockImplementation(() => undefined)
  expect(() => render(<Buttons />)).toThrow('NoticeProvider')
  quiet.mockRestore()
})
