import { render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { VisuallyHidden } from './visually-hidden.tsx'

test('hidden text still describes what points at it', () => {
  render(
    <>
      <button type="button" aria-describedby="more">
        Send
      </button>
      <VisuallyHidden id="more">to Ana</VisuallyHidden>
    </>,
  )
  expect(screen.getByRole('button')).toHaveAccessibleDescription('to Ana')
})
