import { vi } from 'vitest'

/** The reader is in this time zone, until mocks are restored. */
export const readingIn = (timeZone: string): void => {
  const options = new Intl.DateTimeFormat().resolvedOptions()
  vi.spyOn(Intl.DateTimeFormat.prototype, 'resolvedOptions').mockReturnValue({ ...options, timeZone })
}
