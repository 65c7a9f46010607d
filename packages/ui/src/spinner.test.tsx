import { render } from '@testing-library/react'
import { expect, test } from 'vitest'
import { Spinner } from './spinner.tsx'

test('a spinner is silent: words beside it say what is going on', () => {
  const { container } = render(<Spinner size={32} />)
  expect(container.querySelector('svg')).toHaveAttribute('aria-hidden', 'true')
  expect(container.querySelector('svg')).toHaveAttribute('width', '32')
})
