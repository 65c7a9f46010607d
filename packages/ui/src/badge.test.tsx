import { render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { Badge, Banner } from './badge.tsx'

test('a state has a word and a mark of its own, never colour alone', () => {
  const { container } = render(
    <>
      <Badge tone="positive">Completed</Badge>
      <Badge tone="negative">Cancelled</Badge>
      <Badge tone="waiting">Pending</Badge>
      <Badge tone="neutral">Draft</Badge>
      <Badge tone="info">New</Badge>
    </>,
  )
  expect(screen.getByText('Completed')).toBeInTheDocument()
  const marks = [...container.querySelectorAll('svg')].map((mark) => mark.innerHTML)
  expect(new Set(marks).size).toBe(5)
})

test('a banner says what is the case and offers the way out', () => {
  render(
    <Banner tone="waiting" title="One step left" action={<a href="/kyc">Verify</a>}>
      Five minutes.
    </Banner>,
  )
  expect(screen.getByText('One step left')).toBeInTheDocument()
  expect(screen.getByText('Five minutes.')).toBeInTheDocument()
  expect(screen.getByRole('link', { name: 'Verify' })).toBeInTheDocument()
})
