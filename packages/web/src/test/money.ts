/** Quotes, limits and constants as the server answers them. */
import type { LimitRow, QuotedLimit, Result } from '@puente/contract'

type Quote = Result<'feeAmount'>

export const aLimit = (change: Partial<LimitRow> = {}): LimitRow => ({
  row: 'L-08',
  operation: 'inApp',
  window: '24h',
  limitCents: 250_000,
  usedCents: 0,
  leftCents: 250_000,
  freesAt: null,
  ...change,
})

/** A limit of a quote that exceeds it. */
export const aQuotedLimit = (change: Partial<QuotedLimit> = {}): QuotedLimit => ({
  freesCents: null,
  mostCents: null,
  ...aLimit(),
  ...change,
})

/** Limits of a cooling account: what may still be sent, and nothing to withdraw. */
export const coolingLimits = (): LimitRow[] => {
  const special = {
    kind: 'cooling',
    cause: 'emailChanged',
    usualCents: null,
    until: '2026-12-01T20:00:00.000Z',
  } as const
  return [
    aLimit({ row: 'coolingWithdraw', operation: 'withdraw', limitCents: 0, leftCents: 0, special }),
    aLimit({ row: 'cooling', operation: 'outgoing', limitCents: 50_000, leftCents: 40_000, special }),
  ]
}

/** What goes from the balance without a proof while a changed phone can give none. */
export const unprovedLimit = (limitCents = 199_99): LimitRow =>
  aLimit({
    row: 'proof',
    window: 'transaction',
    limitCents,
    leftCents: limitCents,
    special: { kind: 'proof', cause: 'phoneChangedProof', usualCents: null, until: '2026-12-01T20:00:00.000Z' },
  })

export const limitsOf = (...rows: LimitRow[]): Result<'limits'> => ({ tier: 1, rows, nextTier: null, nextRows: [] })

/** Answers each quote for the amount it is asked for. */
export const quoting =
  (change: Partial<Quote> = {}) =>
  ({ body }: { body: unknown }): Quote => {
    const { amount } = body as { amount: number }
    const fee = change.fee ?? 0
    return {
      LimitExceeded: false,
      amount,
      fee,
      puenteFee: fee,
      tier: 1,
      totalCharge: amount + fee,
      totalSend: amount,
      scheduledFee: fee,
      waived: false,
      freeLeft: 0,
      limit: null,
      hint: null,
      arrives: null,
      ...change,
    }
  }

export const aConfig = (change: Partial<Result<'config'>> = {}): Result<'config'> => ({
  brand: { appName: 'Puente', slug: 'puente', cardProviderSlug: 'stripe' },
  languages: ['en', 'es', 'ko'],
  session: {},
  inactivity: {},
  fees: [
    { operation: 'in-app', fromCents: 0, bps: 0, fixedCents: 0 },
    { operation: 'zelle', fromCents: 0, bps: 100, fixedCents: 0 },
    { operation: 'stripe', fromCents: 0, bps: 290, fixedCents: 30 },
    { operation: 'paypal', fromCents: 0, bps: 290, fixedCents: 30 },
  ],
  freeOperations: 3,
  bounds: { cardMinimumCents: 101, withdrawMinimumCents: 2000, withdrawMaximumCents: 1_000_000 },
  kycPromise: {},
  termsVersion: '1',
  bankLink: true,
  rails: [
    { rail: 'inApp', on: true, text: null, until: null, alternatives: [] },
    { rail: 'card', on: true, text: null, until: null, alternatives: [] },
    { rail: 'paypal', on: true, text: null, until: null, alternatives: [] },
    { rail: 'zelle', on: true, text: null, until: null, alternatives: [] },
    { rail: 'bank', on: true, text: null, until: null, alternatives: [] },
  ],
  pushKey: null,
  sandbox: null,
  ...change,
})
