/** How the user wants their screens. It is stored with the account; every screen and every device follows. */
import type { Me, Preferences, Request as Sent } from '@puente/contract'
import { call } from '#lib/api/api.ts'
import { queryKeys } from '#lib/api/query-keys.ts'
import { queryClient } from '#lib/api/query.ts'

const show = (change: Partial<Preferences>): void => {
  queryClient.setQueryData<Me>(queryKeys.me, (me) => {
    if (!me) return me
    const preferences = { ...me.preferences, ...change }
    return { ...me, preferences, hideBalance: preferences.hideBalance }
  })
}

/** Applies a change at once and stores it; takes back what was changed when that fails. */
export const changePreferences = async (change: Sent<'changePreferences'>): Promise<void> => {
  const before = queryClient.getQueryData<Me>(queryKeys.me)?.preferences
  show(change)
  try {
    await call('changePreferences', change)
  } catch (error) {
    if (before) show(Object.fromEntries(Object.keys(change).map((key) => [key, before[key as keyof Preferences]])))
    throw error
  }
}
