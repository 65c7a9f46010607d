import { fireEvent, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { FileDrop, type FileRefusal } from './file-drop.tsx'

const PNG = Uint8Array.from([0x89, 0x50, 0x4e, 0x47, 1, 2, 3, 4, 5, 6, 7, 8])
const photo = new File([PNG], 'id.png', { type: 'image/png' })

const Example = ({ onRefuse = () => undefined }: { onRefuse?: (why: FileRefusal) => void }) => {
  const [file, setFile] = useState<File | null>(null)
  return (
    <FileDrop
      label="Front of your ID"
      invitation="Take or choose a photo"
      removeLabel="Remove"
      previewLabel="Your photo"
      file={file}
      onChange={setFile}
      onRefuse={onRefuse}
      maxBytes={16}
      hint="Under 8 MB"
    />
  )
}

const revoked = vi.fn()

// jsdom has no addresses for files.
beforeEach(() => {
  URL.createObjectURL = () => 'blob:preview'
  URL.revokeObjectURL = revoked
})
afterEach(() => {
  revoked.mockClear()
})

const chooser = () => screen.getByLabelText(/Front of your ID.*Take or choose a photo/)

test('a photo is chosen, looked at and taken back', async () => {
  const user = userEvent.setup()
  render(<Example />)
  expect(chooser()).toHaveAccessibleDescription('Under 8 MB')
  await user.upload(chooser(), photo)
  expect(await screen.findByRole('img', { name: 'Your photo' })).toHaveAttribute('src', 'blob:preview')
  await user.click(screen.getByRole('button', { name: 'Remove' }))
  expect(screen.queryByRole('img')).not.toBeInTheDocument()
  expect(revoked).toHaveBeenCalledExactlyOnceWith('blob:preview')
  expect(chooser()).toHaveFocus()
})

test('a file too large or of another kind is refused with the reason', async () => {
  const refuse = vi.fn()
  const user = userEvent.setup({ applyAccept: false })
  render(<Example onRefuse={refuse} />)
  const large = new File(['more than sixteen bytes'], 'large.png', { type: 'image/png' })
  const text = new File(['text'], 'notes.txt', { type: 'text/plain' })
  await user.upload(chooser(), large)
  await user.upload(chooser(), text)
  expect(refuse.mock.calls).toEqual([
    ['size', large],
    ['type', text],
  ])
  expect(screen.queryByRole('img')).not.toBeInTheDocument()
})

test('a file that only calls itself a picture is refused when it is chosen', async () => {
  const refuse = vi.fn()
  const user = userEvent.setup()
  render(<Example onRefuse={refuse} />)
  const text = new File(['not a picture'], 'id.png', { type: 'image/png' })
  await user.upload(chooser(), text)
  await vi.waitFor(() => expect(refuse.mock.calls).toEqual([['type', text]]))
  expect(screen.queryByRole('img')).not.toBeInTheDocument()
})

test('a photo may be dropped on the box', async () => {
  render(<Example />)
  fireEvent.drop(chooser(), { dataTransfer: { files: [photo] } })
  expect(await screen.findByRole('img', { name: 'Your photo' })).toBeInTheDocument()
})
