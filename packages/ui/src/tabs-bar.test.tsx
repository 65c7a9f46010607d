import { render, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { TabsBar } from './tabs-bar.tsx'

test('the toggle stands between home and invoices, and the current tab is marked', async () => {
  const toggled = vi.fn()
  const tapped = vi.fn()
  const user = userEvent.setup()
  render(
    <TabsBar
      label="Menu"
      items={[
        { id: 'home', label: 'Home', icon: <svg />, href: '/home', current: true },
        { id: 'invoices', label: 'Invoices', icon: <svg />, onClick: tapped },
      ]}
      toggle={{ label: 'New transaction', open: false, onToggle: toggled }}
    />,
  )
  const menu = within(screen.getByRole('navigation', { name: 'Menu' }))
  expect(menu.getByRole('link', { name: 'Home' })).toHaveAttribute('aria-current', 'page')
  await user.tab()
  await user.tab()
  expect(menu.getByRole('button', { name: 'New transaction' })).toHaveFocus()
  await user.keyboard('{Enter}')
  expect(toggled).toHaveBeenCalledOnce()
  await user.tab()
  await user.keyboard('{Enter}')
  expect(tapped).toHaveBeenCalledOnce()
})
