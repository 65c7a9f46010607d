import type { Device } from '@puente/contract'

/** What each platform calls itself, the more exact first. */
const KINDS: readonly [RegExp, Device][] = [
  [/iphone/i, 'iphone'],
  [/ipad/i, 'ipad'],
  [/android.*mobile/i, 'androidPhone'],
  [/android/i, 'androidTablet'],
  [/cros/i, 'chromebook'],
  [/mac/i, 'mac'],
  [/windows/i, 'windows'],
  [/linux/i, 'linux'],
]

/** The kind of this device as its browser tells, for a name that its owner may change. */
export const deviceHere = (userAgent: string = navigator.userAgent): Device =>
  KINDS.find(([pattern]) => pattern.test(userAgent))?.[1] ?? 'other'
