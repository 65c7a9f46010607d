import type { Handlers } from '#platform/http/ctx.ts'
import { listNotifications } from './list-notifications.ts'
import { subscribePush, unsubscribePush } from './notice-devices.ts'
import { changeNoticePreferences, readNoticePreferences } from './notice-preferences.ts'
import { readNotifications } from './read-notifications.ts'

export const notificationsRoutes = {
  listNotifications,
  readNotifications,
  noticePreferences: (ctx) => readNoticePreferences(ctx),
  changeNoticePreferences,
  subscribePush,
  unsubscribePush,
} satisfies Partial<Handlers>
