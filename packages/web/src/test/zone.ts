import { vi } from 'vitest'

/** The reader is in this time zone, until mocks are restored. */
export const readingIn = (timeZone: string): void => {
  const { resolvedOptions } = Intl.DateTimeFormat.prototype
  vi.spyOn(Intl.DateTimeFormat.prototype, 'resolvedOptions').mockImplementation(function (this: Intl.DateTimeFormat) {
    return { ...resolvedOptions.call(this), timeZone }
  })
}
