import { screen, waitFor } from '@testing-library/react'
import { expect } from 'vitest'

/** Expects the text at the field, and not in a notice as well. */
export const saidAtField = async (label: string | RegExp, text: string): Promise<void> => {
  await waitFor(() => expect(screen.getByLabelText(label)).toBeInvalid())
  expect(screen.getByLabelText(label)).toHaveAccessibleDescription(expect.stringContaining(text))
  expect(screen.queryByRole('alert')).toBeNull()
}
