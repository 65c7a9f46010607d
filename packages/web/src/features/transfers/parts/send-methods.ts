/** The ways to send to another person: what tells one from the other on the screens they share. */
import { CARD_MINIMUM_CENTS, type FeeOperation, type Rail } from '@puente/contract'
import { paths, type ScreenPath } from '#lib/layout/paths.ts'
import type { LimitPurpose } from '#shared/payment/limits-left.ts'
import { type PaymentKind, sendKind } from '#shared/payment/provider-page.ts'
import type { Recipient, SendMethod } from '#shared/payment/send-draft.ts'

type MethodFacts = {
  rail: Rail
  /** Its line of the fee schedule. */
  operation: FeeOperation
  /** The limits that an amount counts against. */
  limits: LimitPurpose
  /** The balance pays, and not the person's own card, PayPal or bank. */
  isFromBalance: boolean
  minimumCents: number
  start: ScreenPath
  amount: ScreenPath
  detail: ScreenPath
  success: ScreenPath
}

export const sendMethods: Readonly<Record<SendMethod, MethodFacts>> = {
  inApp: {
    rail: 'inApp',
    operation: 'in-app',
    limits: 'send',
    isFromBalance: true,
    minimumCents: 1,
    start: paths.sendInApp.path,
    amount: paths.sendInAppAmount.path,
    detail: paths.sendInAppDetail.path,
    success: paths.sendInAppSuccess.path,
  },
  zelle: {
    rail: 'zelle',
    operation: 'zelle',
    limits: 'sendByZelle',
    isFromBalance: false,
    minimumCents: 1,
    start: paths.sendZelle.path,
    amount: paths.sendZelleAmount.path,
    detail: paths.sendZelleDetail.path,
    success: paths.sendZelleSuccess.path,
  },
  card: {
    rail: 'card',
    operation: 'stripe',
    limits: 'sendByCard',
    isFromBalance: false,
    minimumCents: CARD_MINIMUM_CENTS,
    start: paths.sendCard.path,
    amount: paths.sendCardAmount.path,
    detail: paths.sendCardDetail.path,
    success: paths.sendCardSuccess.path,
  },
  paypal: {
    rail: 'paypal',
    operation: 'paypal',
    limits: 'sendByPaypal',
    isFromBalance: false,
    minimumCents: CARD_MINIMUM_CENTS,
    start: paths.sendPaypal.path,
    amount: paths.sendPaypalAmount.path,
    detail: paths.sendPaypalDetail.path,
    success: paths.sendPaypalSuccess.path,
  },
}

/** What a send by a provider's page is kept as; null for the other ways, where one payment never closes another. */
export const pagedKind = (method: SendMethod, { toUser }: Recipient): PaymentKind | null =>
  method === 'card' || method === 'paypal' ? sendKind(method, toUser) : null
