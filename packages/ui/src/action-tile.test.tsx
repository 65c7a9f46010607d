import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { ActionTile } from './action-tile.tsx'

test('a tile is named by its word alone and acts by keyboard', async () => {
  const act = vi.fn()
  const user = userEvent.setup()
  render(<ActionTile label="Send" icon={<svg />} onClick={act} />)
  await user.tab()
  expect(screen.getByRole('button', { name: 'Send' })).toHaveFocus()
  await user.keyboard(' ')
  expect(act).toHaveBeenCalledOnce()
})
