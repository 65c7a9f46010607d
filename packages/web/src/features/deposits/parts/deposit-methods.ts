/** The ways to add money to the own balance: what tells one from the other. */
import { CARD_MINIMUM_CENTS, type DEPOSIT_METHODS, type FeeOperation } from '@puente/contract'
import type { LimitPurpose } from '#shared/payment/limits-left.ts'

export type DepositMethod = (typeof DEPOSIT_METHODS)[number]

type MethodFacts = { operation: FeeOperation; limits: LimitPurpose; minimumCents: number }

export const depositMethods: Readonly<Record<DepositMethod, MethodFacts>> = {
  card: { operation: 'stripe', limits: 'add', minimumCents: CARD_MINIMUM_CENTS },
  paypal: { operation: 'paypal', limits: 'addByPaypal', minimumCents: CARD_MINIMUM_CENTS },
  zelle: { operation: 'zelle', limits: 'addByZelle', minimumCents: 1 },
}
