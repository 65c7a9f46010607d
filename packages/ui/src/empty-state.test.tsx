import { render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { EmptyState } from './empty-state.tsx'
import { BridgeScene, DonePicture, EmptyListPicture, NotFoundPicture, OfflinePicture } from './illustrations.tsx'

test('an empty list explains itself and offers the first step', () => {
  render(<EmptyState title="No movements yet" text="They appear here." action={<a href="/payments/send">Send</a>} />)
  expect(screen.getByRole('heading', { level: 2, name: 'No movements yet' })).toBeInTheDocument()
  expect(screen.getByText('They appear here.')).toBeInTheDocument()
  expect(screen.getByRole('link', { name: 'Send' })).toBeInTheDocument()
})

test('where it is the whole screen its title is the heading of the page', () => {
  render(<EmptyState title="Not found" headingLevel={1} />)
  expect(screen.getByRole('heading', { level: 1, name: 'Not found' })).toBeInTheDocument()
})

test('pictures are decoration: screen readers pass them by', () => {
  render(
    <EmptyState
      title="Pictures"
      picture={
        <>
          <EmptyListPicture />
          <OfflinePicture />
          <NotFoundPicture />
          <DonePicture />
          <BridgeScene />
        </>
      }
    />,
  )
  expect(screen.queryByRole('img')).not.toBeInTheDocument()
  for (const picture of document.querySelectorAll('svg')) expect(picture.closest('[aria-hidden="true"]')).not.toBeNull()
  expect(document.querySelectorAll('svg')).toHaveLength(5)
})
