import type { Handlers } from '#platform/http/ctx.ts'
import { changeNoticePreferences, readNoticePreferences } from './notice-preferences.ts'

export const notificationsRoutes = {
  noticePreferences: (ctx) => readNoticePreferences(ctx),
  changeNoticePreferences,
} satisfies Partial<Handlers>
