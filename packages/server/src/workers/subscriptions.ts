/** What follows from each event. A slice that wants to hear of one adds its task here; who records it need not know. */
import type { Subscriptions } from '#platform/events.ts'

export const subscriptions: Subscriptions = {
  'account.closed': ['account-closing.finish', 'picture.withdraw', 'schedules.end'],
  'account.reclaimed': ['kyc.withdraw', 'picture.withdraw'],
  'account.unfrozen': ['held-transfers.resume'],
  'bank-entry.answered': ['bank-transfer-event.settle'],
  'invoice.cancelled': [],
  'invoice.created': [],
  'invoice.declined': [],
  'invoice.overdue': [],
  'invoice.paid': [],
  'invoice.refunded': [],
  'invoice.reminded': [],
  'kyc.approved': ['held-transfers.release'],
  'request.cancelled': [],
  'request.created': [],
  'request.declined': [],
  'request.expired': [],
  'request.paid': [],
  'request.reminded': [],
  'kyc.moved': ['notices.tell-kyc'],
  'profile.changed': ['notices.tell-profile'],
  'security.changed': ['notices.tell-security'],
  'sign-in.unfamiliar': ['notices.tell-sign-in'],
  'schedule.failed': [],
  'schedule.tomorrow': [],
}
