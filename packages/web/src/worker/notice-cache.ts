/**
 * What the worker and the pages both need to know of notifications on this device. It goes with everything else that a sign-out
 * clears.
 */
export const NOTICE_CACHE = 'notices'

/** That a notification was shown here. */
export const shownKey = (id: string): string => `/notices/shown/${encodeURIComponent(id)}`

/** Whom this browser is told about. */
export const OWNER_KEY = '/notices/owner'
