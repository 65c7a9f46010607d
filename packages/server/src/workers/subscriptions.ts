/** What follows from each event. A slice that wants to hear of one adds its task here; who records it need not know. */
import type { Subscriptions } from '#platform/events.ts'

export const subscriptions: Subscriptions = {
  'account.closed': ['account-closing.finish', 'picture.withdraw', 'requests.end', 'schedules.end'],
  'account.reclaimed': ['kyc.withdraw', 'picture.withdraw'],
  'account.unfrozen': ['held-transfers.resume'],
  'bank-entry.answered': ['bank-transfer-event.settle'],
  'invoice.cancelled': ['notices.tell-invoice-cancelled'],
  'invoice.created': ['notices.tell-invoice-created'],
  'invoice.declined': ['notices.tell-invoice-declined'],
  'invoice.overdue': ['notices.tell-invoice-overdue'],
  'invoice.paid': ['notices.tell-invoice-paid'],
  'invoice.refunded': ['notices.tell-invoice-refunded'],
  'invoice.reminded': ['notices.tell-invoice-reminded'],
  'kyc.approved': ['held-transfers.release'],
  'request.cancelled': ['notices.tell-request-cancelled'],
  'request.created': ['notices.tell-request-created'],
  'request.declined': ['notices.tell-request-declined'],
  'request.expired': ['notices.tell-request-expired'],
  'request.paid': ['notices.tell-request-paid'],
  'request.reminded': ['notices.tell-request-reminded'],
  'kyc.moved': ['notices.tell-kyc'],
  'profile.changed': ['notices.tell-profile'],
  'security.changed': ['notices.tell-security'],
  'sign-in.unfamiliar': ['notices.tell-sign-in'],
  'schedule.failed': [],
  'schedule.tomorrow': [],
}
