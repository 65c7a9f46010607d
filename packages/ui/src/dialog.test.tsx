import { render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { expect, test } from 'vitest'
import { Button } from './button.tsx'
import { Dialog } from './dialog.tsx'
import { NoticeProvider, NoticeRegion, useNotices } from './notice.tsx'

const Example = ({ dismissible }: { dismissible?: boolean }) => {
  const [open, setOpen] = useState(false)
  return (
    <>
      <Button onClick={() => setOpen(true)}>Log out</Button>
      <Dialog
        open={open}
        onOpenChange={setOpen}
        dismissible={dismissible}
        title="Log out?"
        description="You can come back any time."
        actions={<Button onClick={() => setOpen(false)}>Stay</Button>}
        closeLabel={dismissible === false ? undefined : 'Close'}
      />
    </>
  )
}

const openIt = async () => {
  const user = userEvent.setup()
  await user.click(screen.getByRole('button', { name: 'Log out' }))
  await screen.findByRole('dialog')
  return user
}

test('a dialog is named and described by its words', async () => {
  render(<Example />)
  await openIt()
  expect(screen.getByRole('dialog', { name: 'Log out?' })).toHaveAccessibleDescription('You can come back any time.')
})

test('the focus goes into the dialog, stays there, and returns to where it was', async () => {
  render(<Example />)
  const user = await openIt()
  const dialog = screen.getByRole('dialog')
  await waitFor(() => expect(screen.getByRole('button', { name: 'Stay' })).toHaveFocus())
  for (let step = 0; step < 4; step += 1) {
    await user.tab()
    await waitFor(() => expect(dialog).toContainElement(document.activeElement as HTMLElement))
  }
  await user.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument())
  await waitFor(() => expect(screen.getByRole('button', { name: 'Log out' })).toHaveFocus())
})

const Asked = () => {
  const [open, setOpen] = useState(false)
  return (
    <>
      <Button onClick={() => setOpen(true)}>Freeze account</Button>
      {open && (
        <Dialog
          open
          onOpenChange={setOpen}
          title="Freeze it?"
          actions={
            <>
              <Button>Freeze</Button>
              {/* oxlint-disable-next-line jsx-a11y/no-autofocus */}
              <Button autoFocus onClick={() => setOpen(false)}>
                Cancel
              </Button>
            </>
          }
        />
      )}
    </>
  )
}

test.each(['{Escape}', '{Enter}'])('with a first focus of its own too, it gives it back on %s', async (key) => {
  render(<Asked />)
  const user = userEvent.setup()
  const asks = screen.getByRole('button', { name: 'Freeze account' })
  asks.focus()
  await user.keyboard('{Enter}')
  await waitFor(() => expect(screen.getByRole('button', { name: 'Cancel' })).toHaveFocus())
  await user.keyboard(key)
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument())
  await waitFor(() => expect(asks).toHaveFocus())
})

test('a dialog that needs an answer does not close on Escape', async () => {
  render(<Example dismissible={false} />)
  const user = await openIt()
  await user.keyboard('{Escape}')
  expect(screen.getByRole('dialog')).toBeInTheDocument()
  await user.click(screen.getByRole('button', { name: 'Stay' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument())
})

test('the second tap of a double tap does not close what the first has opened; a later one beside it does', async () => {
  render(<Example />)
  const user = await openIt()
  const beside = screen.getByRole('dialog').parentElement as HTMLElement
  await user.click(beside)
  expect(screen.getByRole('dialog')).toBeInTheDocument()
  await new Promise((resolve) => setTimeout(resolve, 600))
  await user.click(beside)
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument())
})

test('opening a dialog adds no style element, which the content policy would refuse', async () => {
  render(<Example />)
  const before = document.querySelectorAll('style').length
  await openIt()
  expect(document.querySelectorAll('style')).toHaveLength(before)
})

const Told = () => {
  const { show } = useNotices()
  return <Button onClick={() => show('positive', 'Your account is open again')}>Unfreeze</Button>
}

test('a notice of the screen stays behind a dialog that opens, and takes none of its focus', async () => {
  render(
    <NoticeProvider label="Messages" dismissLabel="Dismiss">
      <NoticeRegion />
      <Told />
      <Example />
    </NoticeProvider>,
  )
  await userEvent.setup().click(screen.getByRole('button', { name: 'Unfreeze' }))
  await openIt()
  const dialog = screen.getByRole('dialog')
  expect(dialog).not.toHaveTextContent('Your account is open again')
  await waitFor(() => expect(dialog.contains(document.activeElement)).toBe(true))
  await userEvent.setup().keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})
