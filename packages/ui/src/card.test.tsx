import { render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { Card } from './card.tsx'

test('a card with a title is a region with a heading of the level asked for', () => {
  render(
    <Card title="Balance" headingLevel={3} tone="hero">
      $5.00
    </Card>,
  )
  expect(screen.getByRole('region', { name: 'Balance' })).toHaveTextContent('$5.00')
  expect(screen.getByRole('heading', { level: 3, name: 'Balance' })).toBeInTheDocument()
})

test('a card without a title is no landmark', () => {
  render(<Card>Plain</Card>)
  expect(screen.queryByRole('region')).not.toBeInTheDocument()
})
