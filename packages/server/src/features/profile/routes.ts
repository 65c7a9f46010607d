import type { Handlers } from '#platform/http/ctx.ts'
import { changeBusiness } from './change-business.ts'
import { changeHandle, suggestHandle } from './change-handle.ts'
import { removeProfilePicture, updateProfilePicture, updateProfilePicture64 } from './change-picture.ts'
import { changePreferences, readPreferences } from './preferences.ts'
import { readFile } from './read-file.ts'
import { readMe } from './read-me.ts'
import { updateProfile } from './update-profile.ts'

export const profileRoutes = {
  me: readMe,
  updateProfile,
  businessProfile: changeBusiness,
  preferences: (ctx) => readPreferences(ctx),
  changePreferences,
  changeHandle,
  suggestHandle: (ctx) => suggestHandle(ctx),
  updateProfilePicture,
  updateProfilePicture64,
  removeProfilePicture: (ctx) => removeProfilePicture(ctx),
  readFile,
} satisfies Partial<Handlers>
