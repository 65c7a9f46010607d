import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { Button, buttonClass } from './button.tsx'

test('a button acts on click, on Enter and on Space', async () => {
  const act = vi.fn()
  const user = userEvent.setup()
  render(<Button onClick={act}>Send $25.00</Button>)
  await user.click(screen.getByRole('button', { name: 'Send $25.00' }))
  await user.keyboard('{Enter} ')
  expect(act).toHaveBeenCalledTimes(3)
})

test('a disabled button keeps the focus, gives its reason and neither acts nor submits', async () => {
  const act = vi.fn()
  const submit = vi.fn()
  const user = userEvent.setup()
  render(
    <form onSubmit={submit}>
      <Button type="submit" disabled reason="Verify your identity first." onClick={act}>
        Send
      </Button>
    </form>,
  )
  const button = screen.getByRole('button', { name: 'Send' })
  expect(button).toHaveAttribute('aria-disabled', 'true')
  expect(button).toHaveAccessibleDescription('Verify your identity first.')
  await user.tab()
  expect(button).toHaveFocus()
  await user.keyboard('{Enter}')
  await user.click(button)
  expect(act).not.toHaveBeenCalled()
  expect(submit).not.toHaveBeenCalled()
})

test('a pending button keeps its name and focus, announces its work and ignores clicks', async () => {
  const act = vi.fn()
  const user = userEvent.setup()
  const { rerender } = render(<Button onClick={act}>Send</Button>)
  await user.tab()
  rerender(
    <Button onClick={act} pending pendingLabel="Sending">
      Send
    </Button>,
  )
  const button = screen.getByRole('button', { name: 'Send' })
  expect(button).toHaveFocus()
  expect(button).toHaveAttribute('aria-busy', 'true')
  expect(screen.getByRole('status')).toHaveTextContent('Sending')
  await user.click(button)
  expect(act).not.toHaveBeenCalled()
})

test('links can wear the look of a button', () => {
  expect(buttonClass({ variant: 'danger', full: true })).toContain('bg-negative')
  expect(buttonClass()).toContain('min-h-12')
})
