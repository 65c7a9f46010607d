import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { IconButton } from './icon-button.tsx'

test('an icon button is known by its words and acts by keyboard', async () => {
  const act = vi.fn()
  const user = userEvent.setup()
  render(<IconButton label="Log out" icon={<svg />} onClick={act} />)
  await user.tab()
  expect(screen.getByRole('button', { name: 'Log out' })).toHaveFocus()
  await user.keyboard('{Enter}')
  expect(act).toHaveBeenCalledOnce()
})

test('an icon button does not submit the form it stands in', async () => {
  const submit = vi.fn()
  const user = userEvent.setup()
  render(
    <form onSubmit={submit}>
      <IconButton label="Show" icon={<svg />} />
    </form>,
  )
  await user.click(screen.getByRole('button', { name: 'Show' }))
  expect(submit).not.toHaveBeenCalled()
})
