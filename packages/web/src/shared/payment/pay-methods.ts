/** The ways to pay what somebody asks for: what tells one from the other on the screens they share. */
import { CARD_MINIMUM_CENTS, type FeeOperation, type PayMethod, type Rail } from '@puente/contract'
import type { LimitPurpose } from './limits-left.ts'
import type { SendMethod } from './send-draft.ts'

type MethodFacts = {
  rail: Rail
  /** Its line of the fee schedule. */
  operation: FeeOperation
  /** The limits that an amount counts against. */
  limits: LimitPurpose
  /** The balance pays, and not the person's own card, PayPal or bank. */
  isFromBalance: boolean
  minimumCents: number
  /** The way of sending that has the same name and speed. */
  like: SendMethod
}

export const payMethods: Readonly<Record<PayMethod, MethodFacts>> = {
  wallet: {
    rail: 'inApp',
    operation: 'in-app',
    limits: 'send',
    isFromBalance: true,
    minimumCents: 1,
    like: 'inApp',
  },
  card: {
    rail: 'card',
    operation: 'stripe',
    limits: 'sendByCard',
    isFromBalance: false,
    minimumCents: CARD_MINIMUM_CENTS,
    like: 'card',
  },
  paypal: {
    rail: 'paypal',
    operation: 'paypal',
    limits: 'sendByPaypal',
    isFromBalance: false,
    minimumCents: CARD_MINIMUM_CENTS,
    like: 'paypal',
  },
  zelle: {
    rail: 'zelle',
    operation: 'zelle',
    limits: 'sendByZelle',
    isFromBalance: false,
    minimumCents: 1,
    like: 'zelle',
  },
}
