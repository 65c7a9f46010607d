import type { HandlersOf } from '#platform/http/ctx.ts'
import { readMe } from './read-me.ts'
import { updateProfile } from './update-profile.ts'

export const profileRoutes = { me: readMe, updateProfile } satisfies HandlersOf<'me' | 'updateProfile'>
