import { render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { BridgeMark } from './bridge-mark.tsx'

test('the mark alone is a picture with the name of the product', () => {
  render(<BridgeMark name="Puente" />)
  expect(screen.getByRole('img', { name: 'Puente' })).toBeInTheDocument()
})

test('the wordmark is read once', () => {
  const { container } = render(<BridgeMark name="Puente" variant="wordmark" />)
  expect(container).toHaveTextContent(/^Puente$/)
  expect(screen.queryByRole('img')).not.toBeInTheDocument()
})
