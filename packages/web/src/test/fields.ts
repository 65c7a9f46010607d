import { screen, waitFor } from '@testing-library/react'
import { expect } from 'vitest'

/** The text is said at the field, and a notice does not say it again. */
export const saidAtField = async (label: string | RegExp, text: string): Promise<void> => {
  await waitFor(() => expect(screen.getByLabelText(label)).toBeInvalid())
  expect(screen.getByLabelText(label)).toHaveAccessibleDescription(expect.stringContaining(text))
  expect(screen.queryByRole('alert')).toBeNull()
}
