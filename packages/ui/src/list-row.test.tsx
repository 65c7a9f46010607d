import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { List, ListRow, RowIcon } from './list-row.tsx'

test('a row is a link, a button or plain text by what it is given', async () => {
  const act = vi.fn()
  const user = userEvent.setup()
  render(
    <List label="Movements">
      <ListRow title="Ana Gómez" subtitle="Today" trailing="−$45.00" href="/movements/detail" />
      <ListRow title="Withdraw" onClick={act} leading={<RowIcon>icon</RowIcon>} />
      <ListRow title="Just a line" />
    </List>,
  )
  expect(screen.getByRole('list', { name: 'Movements' })).toBeInTheDocument()
  expect(screen.getByRole('link', { name: /Ana Gómez.*Today.*−\$45\.00/ })).toHaveAttribute('href', '/movements/detail')
  await user.click(screen.getByRole('button', { name: 'Withdraw' }))
  expect(act).toHaveBeenCalledOnce()
  expect(screen.getAllByRole('listitem')).toHaveLength(3)
})

test("a row can be a link of the application's router, and the chosen one is marked", () => {
  render(
    <List>
      <ListRow
        title="Ana"
        selected
        render={({ children, ...target }) => (
          <a href="/from-router" {...target}>
            {children}
          </a>
        )}
      />
    </List>,
  )
  expect(screen.getByRole('link', { name: 'Ana' })).toHaveAttribute('aria-current', 'page')
})
