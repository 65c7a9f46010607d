import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { Page, Shell } from './page.tsx'

test('a page has one main part, one first heading and a way back', async () => {
  const goBack = vi.fn()
  const user = userEvent.setup()
  render(
    <Shell navigation={<nav aria-label="Menu" />}>
      <Page
        title="Send"
        lead="Step 1"
        back={{ label: 'Back', onClick: goBack }}
        actions={<button type="button">Help</button>}
      >
        Content
      </Page>
    </Shell>,
  )
  expect(screen.getByRole('main')).toHaveTextContent('Content')
  expect(screen.getByRole('heading', { level: 1, name: 'Send' })).toBeInTheDocument()
  expect(screen.getByRole('navigation', { name: 'Menu' })).toBeInTheDocument()
  await user.tab()
  expect(screen.getByRole('button', { name: 'Back' })).toHaveFocus()
  await user.keyboard('{Enter}')
  expect(goBack).toHaveBeenCalledOnce()
})

test('a detail stands in the main part beside its list', () => {
  render(<Page detail={<p>The detail</p>}>The list</Page>)
  expect(screen.getByRole('main')).toHaveTextContent('The listThe detail')
})

test('the place of a detail tells what it is for until a detail stands there', () => {
  const { rerender } = render(<Page detailPlaceholder={<p>Choose one</p>}>The list</Page>)
  expect(screen.getByRole('main')).toHaveTextContent('The listChoose one')
  rerender(
    <Page detailPlaceholder={<p>Choose one</p>} detail={<p>The detail</p>}>
      The list
    </Page>,
  )
  expect(screen.getByRole('main')).toHaveTextContent('The listThe detail')
})

test('what a form has come to stands beside it, after it for keyboard and screen readers', () => {
  render(<Page aside={<p>The total</p>}>The form</Page>)
  expect(screen.getByRole('main')).toHaveTextContent('The formThe total')
  expect(screen.getByRole('complementary')).toHaveTextContent('The total')
})
