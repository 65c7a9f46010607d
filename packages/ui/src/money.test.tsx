import { render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { Money } from './money.tsx'

test('an amount is read as one text in the order of the language', () => {
  const { rerender } = render(<Money cents={123456} locale="en-US" />)
  expect(screen.getByText('$1,234.56')).toBeInTheDocument()
  rerender(<Money cents={123456} locale="es-ES" />)
  expect(screen.getByText(/^1\.?234,56\s\$$/)).toBeInTheDocument()
})

test('a signed amount shows plus and minus, and nothing for zero', () => {
  render(
    <>
      <Money cents={500} locale="en-US" signed />
      <Money cents={-500} locale="en-US" signed />
      <Money cents={0} locale="en-US" signed />
    </>,
  )
  expect(screen.getByText('+$5.00')).toBeInTheDocument()
  expect(screen.getByText('−$5.00')).toBeInTheDocument()
  expect(screen.getByText('$0.00')).toBeInTheDocument()
})

test('a hidden amount is nowhere in the page', () => {
  const { container } = render(<Money cents={123456} locale="en-US" hidden hiddenLabel="Balance hidden" />)
  expect(screen.getByText('Balance hidden')).toBeInTheDocument()
  expect(container.textContent).not.toMatch(/\d/)
})
