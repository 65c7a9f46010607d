import type { Handlers } from '#platform/http/ctx.ts'
import { changePreferences, readPreferences } from './preferences.ts'
import { readMe } from './read-me.ts'
import { updateProfile } from './update-profile.ts'

export const profileRoutes = {
  me: readMe,
  updateProfile,
  preferences: (ctx) => readPreferences(ctx),
  changePreferences,
} satisfies Partial<Handlers>
