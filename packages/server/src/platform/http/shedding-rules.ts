/**
 * What a process that cannot keep up gives up, and in which order: first what can wait, money last. Sessions go with the
 * money, because nobody reaches their money without one. The check of its health and the live stream always go through.
 */
import type { EndpointKey } from '@puente/contract'

export const SHED_ORDER = ['reports', 'search', 'lists', 'quotes', 'money'] as const
export type ShedClass = (typeof SHED_ORDER)[number]

/** From this delay of the event loop on a class is refused, in milliseconds; above 250 it is felt on every screen. */
const REFUSED_FROM_MS: Record<ShedClass, number> = {
  reports: 250,
  search: 300,
  lists: 350,
  quotes: 400,
  money: 1_000,
}

export const SHED_AS: Record<EndpointKey, ShedClass | 'never'> = {
  health: 'never',
  live: 'never',

  events: 'reports',
  readFile: 'reports',
  uploadKycPhoto: 'reports',

  search: 'search',
  frequents: 'search',

  me: 'lists',
  updateProfile: 'lists',
  preferences: 'lists',
  changePreferences: 'lists',
  wallet: 'lists',
  kycStatus: 'lists',
  limits: 'lists',
  listTransactions: 'lists',
  getTransaction: 'lists',
  noteTransaction: 'lists',
  paymentSession: 'lists',
  legal: 'lists',
  livePoll: 'lists',

  feeAmount: 'quotes',

  sendInApp: 'money',
  startDeposit: 'money',
  testFunds: 'money',
  cancelTransaction: 'money',
  config: 'money',
  signUp: 'money',
  signIn: 'money',
  openSession: 'money',
  refreshSession: 'money',
  activity: 'money',
  lockSession: 'money',
  unlockSession: 'money',
  logout: 'money',
  requestEmailCode: 'money',
  confirmEmail: 'money',
  registerPhone: 'money',
  requestPhoneCode: 'money',
  confirmPhone: 'money',
  forgotPassword: 'money',
  resetPassword: 'money',
  acceptTerms: 'money',
}

/** Money has places of its own, so that no crowd of readers takes them. */
export type PlaceKind = 'money' | 'others'

/**
 * How many calls a process works on at a time: always the least, never more than the most, and between them what ends
 * within the wait. More would wait for one another; fewer would make small batches, of which each costs nearly as much.
 */
const PLACES = { least: 256, most: 768, waitSeconds: 0.35 }

export const placesAt = (endingPerSecond: number): number =>
  Math.min(PLACES.most, Math.max(PLACES.least, Math.floor(endingPerSecond * PLACES.waitSeconds)))

export type ShedReason = 'delay' | 'crowded'

type Standing = { atWork: number; places: number; delayMs: number }

/** Why a call is not begun now; null when it is. */
export const whyShed = (shedAs: ShedClass, { atWork, places, delayMs }: Standing): ShedReason | null => {
  if (delayMs > REFUSED_FROM_MS[shedAs]) return 'delay'
  return atWork >= places ? 'crowded' : null
}
