import { act, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { expect, test, vi } from 'vitest'
import { Sheet } from './sheet.tsx'
import { TabsBar } from './tabs-bar.tsx'

const Example = () => {
  const [open, setOpen] = useState(false)
  return (
    <>
      <TabsBar
        label="Menu"
        items={[]}
        toggle={{
          label: open ? 'Close menu' : 'New transaction',
          open,
          onToggle: () => setOpen(!open),
          controls: 'choices',
        }}
      />
      <Sheet id="choices" open={open} onOpenChange={setOpen} title="What next?" closeLabel="Close" over="tabs">
        <button type="button">Send</button>
      </Sheet>
    </>
  )
}

const toggle = (name: string) => screen.getByRole('button', { name })
/** A plus, which a turn by half a right angle makes a cross. */
const icon = (name: string) => toggle(name).querySelector('svg')
const gone = () => waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument())

test('GL-16 the toggle opens the sheet and closes it again, as often as it is pressed', async () => {
  const user = userEvent.setup()
  render(<Example />)
  for (let round = 0; round < 2; round += 1) {
    expect(toggle('New transaction')).toHaveAttribute('aria-expanded', 'false')
    expect(icon('New transaction')).not.toHaveClass('rotate-45')
    await user.click(toggle('New transaction'))
    expect(await screen.findByRole('dialog', { name: 'What next?' })).toBeInTheDocument()
    expect(toggle('Close menu')).toHaveAttribute('aria-expanded', 'true')
    expect(icon('Close menu')).toHaveClass('rotate-45')
    await user.click(toggle('Close menu'))
    await gone()
  }
})

test('GL-16 the sheet opens on its first choice and closes on Escape', async () => {
  const user = userEvent.setup()
  render(<Example />)
  await user.click(toggle('New transaction'))
  await screen.findByRole('dialog')
  await waitFor(() => expect(screen.getByRole('button', { name: 'Send' })).toHaveFocus())
  await user.keyboard('{Escape}')
  await gone()
})

test('GL-16 the sheet closes on the ground behind it and by its own button', async () => {
  const user = userEvent.setup()
  render(<Example />)
  await user.click(toggle('New transaction'))
  await screen.findByRole('dialog')
  await user.click(document.body)
  await gone()
  await user.click(toggle('New transaction'))
  await user.click(await screen.findByRole('button', { name: 'Close' }))
  await gone()
})

test('a sheet over the page holds the rest of the page back', async () => {
  render(
    <>
      <button type="button">Behind</button>
      <Sheet open onOpenChange={() => undefined} title="Filters" closeLabel="Close">
        <button type="button">Sent</button>
      </Sheet>
    </>,
  )
  await screen.findByRole('dialog', { name: 'Filters' })
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Behind' })).not.toBeInTheDocument())
})

test('ST-30 C-29 however often it is tapped, the mark of its movement is gone three seconds after it was opened', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  const user = userEvent.setup({ advanceTimers: (ms) => vi.advanceTimersByTime(ms) })
  render(<Example />)
  for (let tap = 0; tap < 3; tap += 1) {
    await user.click(toggle('New transaction'))
    expect(await screen.findByRole('dialog')).toHaveAttribute('data-moving')
    await user.click(toggle('Close menu'))
    await gone()
  }
  await user.click(toggle('New transaction'))
  const sheet = await screen.findByRole('dialog')
  act(() => void vi.advanceTimersByTime(2_500))
  expect(sheet).toHaveAttribute('data-moving')
  act(() => void vi.advanceTimersByTime(500))
  expect(sheet).not.toHaveAttribute('data-moving')
  await user.click(toggle('Close menu'))
  await gone()
  vi.useRealTimers()
})
