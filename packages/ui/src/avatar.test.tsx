import { fireEvent, render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { Avatar, initialsOf } from './avatar.tsx'

test.each([
  ['María del Carmen Fernández', 'MF'],
  ['carla', 'C'],
  ['김민준', '김'],
  ['  Ana   Gómez ', 'AG'],
  ['', ''],
])('the initials of "%s" are "%s"', (name, initials) => {
  expect(initialsOf(name)).toBe(initials)
})

test('beside a name an avatar is decoration, alone it is named', () => {
  const { rerender } = render(<Avatar name="Ana Gómez" />)
  expect(screen.queryByRole('img')).not.toBeInTheDocument()
  rerender(<Avatar name="Ana Gómez" label="Your account" />)
  expect(screen.getByRole('img', { name: 'Your account' })).toBeInTheDocument()
})

test('a picture that does not load gives way to the initials', () => {
  render(<Avatar name="Ana Gómez" src="/files/gone.jpg" label="Ana" />)
  fireEvent.error(screen.getByRole('img', { name: 'Ana' }))
  expect(screen.getByRole('img', { name: 'Ana' })).toHaveTextContent('AG')
})

test('a person has the same colour everywhere', () => {
  const { container } = render(
    <>
      <Avatar name="Ana Gómez" />
      <Avatar name="Ana Gómez" size="md" />
    </>,
  )
  const [first, second] = container.querySelectorAll('span')
  expect(first!.className).toBe(second!.className)
})
