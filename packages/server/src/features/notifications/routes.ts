import type { Handlers } from '#platform/http/ctx.ts'
import { listNotifications } from './list-notifications.ts'
import { changeNoticePreferences, readNoticePreferences } from './notice-preferences.ts'
import { readNotifications } from './read-notifications.ts'

export const notificationsRoutes = {
  listNotifications,
  readNotifications,
  noticePreferences: (ctx) => readNoticePreferences(ctx),
  changeNoticePreferences,
} satisfies Partial<Handlers>
