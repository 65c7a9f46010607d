import { render, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { SideRail } from './side-rail.tsx'

test('the rail holds the menu, the toggle and who is signed in', async () => {
  const toggled = vi.fn()
  const user = userEvent.setup()
  render(
    <SideRail
      label="Menu"
      brand="Puente"
      items={[{ id: 'home', label: 'Home', icon: <svg />, href: '/home', current: true }]}
      toggle={{ label: 'New transaction', open: true, onToggle: toggled, controls: 'sheet' }}
      footer="María"
    />,
  )
  expect(within(screen.getByRole('navigation', { name: 'Menu' })).getByRole('link', { name: 'Home' })).toHaveAttribute(
    'aria-current',
    'page',
  )
  const toggle = screen.getByRole('button', { name: 'New transaction' })
  expect(toggle).toHaveAttribute('aria-expanded', 'true')
  expect(toggle).toHaveAttribute('aria-controls', 'sheet')
  await user.click(toggle)
  expect(toggled).toHaveBeenCalledOnce()
  expect(screen.getByText('María')).toBeInTheDocument()
})
