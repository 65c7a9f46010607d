import * as z from 'zod/mini'
import type { Endpoints } from '../endpoint.ts'
import { QuotedSessionIdIn, ToUserIn } from '../ids.ts'
import { AmountIn, CentsOut } from '../money.ts'
import { DayOut, TimestampOut } from '../fields.ts'

export const LIMIT_OPERATIONS = [
  'outside',
  'balance',
  'outgoing',
  'inApp',
  'card',
  'withdraw',
  'zelle',
  'deposit',
] as const
export const LIMIT_WINDOWS = ['transaction', 'always', '24h', '7d', '30d'] as const

/** What a person is shown as the reason why a limit of theirs differs. */
export const LIMIT_OVERRIDE_REASONS = ['requested', 'riskReview', 'legalOrder'] as const
export type LimitOverrideReason = (typeof LIMIT_OVERRIDE_REASONS)[number]

/** Changes after which an account moves less for a while. */
export const COOLING_CAUSES = ['passwordReset', 'emailChanged', 'phoneChanged', 'factorRemoved'] as const
export type CoolingCause = (typeof COOLING_CAUSES)[number]

const LimitRow = z.object({
  /** L-01 and so on, stable. */
  row: z.string(),
  operation: z.enum(LIMIT_OPERATIONS),
  window: z.enum(LIMIT_WINDOWS),
  limitCents: CentsOut,
  usedCents: CentsOut,
  leftCents: CentsOut,
  /** When the first part of what is used becomes free again. */
  freesAt: z.nullable(TimestampOut),
  /** Why this row is not the same for everybody of the tier, and until when. */
  special: z.optional(
    z.object({
      /** `proof`: what needs none, while the caller's phone is too new to give one. */
      kind: z.enum(['override', 'cooling', 'proof']),
      /** One of `LIMIT_OVERRIDE_REASONS`, the change that a cooling follows, or the reason with which a proof is refused. */
      cause: z.string(),
      /** What the row allows otherwise; null for a row that is only there for now. */
      usualCents: z.nullable(CentsOut),
      until: TimestampOut,
    }),
  ),
})
export type LimitRow = z.infer<typeof LimitRow>

const QuotedLimit = z.extend(LimitRow, {
  /** Of an amount that a limit stops: when this very amount passes; null where time alone never lets it, or it passes now. */
  freesAt: z.nullable(TimestampOut),
  /** How much more of this row is left at `freesAt`; null where another row makes it later. */
  freesCents: z.nullable(CentsOut),
  /** The most that can go at a time, where the amount is above that. */
  mostCents: z.nullable(CentsOut),
})
export type QuotedLimit = z.infer<typeof QuotedLimit>

/** The first so many operations that have a fee are free of it. */
export const FREE_OPERATIONS = 3

/** What a fee can be asked for, and the other names under which it is accepted. */
export const FEE_OPERATIONS = ['in-app', 'zelle', 'stripe', 'paypal', 'bank', 'paypalWithdraw'] as const
export type FeeOperation = (typeof FEE_OPERATIONS)[number]
const ALIASES: ReadonlyMap<string, FeeOperation> = new Map([
  ['puente', 'in-app'],
  ['wallet', 'in-app'],
  ['card', 'stripe'],
])

/** The fee operation of an `opFee`; null for anything else. */
export const feeOperationOf = (opFee: string): FeeOperation | null =>
  FEE_OPERATIONS.find((operation) => operation === opFee) ?? ALIASES.get(opFee) ?? null

export const limits = {
  limits: {
    method: 'GET',
    path: '/clients/KYC/limits',
    summary: "Every limit row of the caller's tier with what is used, left and when it frees up",
    access: 'user',
    throttle: 'read',
    priority: 'lists',
    result: z.object({
      tier: z.int(),
      rows: z.array(LimitRow),
      nextTier: z.nullable(z.int()),
      nextRows: z.array(LimitRow),
    }),
    refuses: [],
  },
  feeAmount: {
    method: 'POST',
    path: '/transactions/getFeeAmount',
    summary: 'Quote fee and total; says whether a limit would stop it, and which',
    access: 'user',
    throttle: 'quote',
    priority: 'quotes',
    inDoubt: 'served',
    background: true,
    body: z.strictObject({
      amount: AmountIn,
      opFee: z.string('invalidType').check(z.refine((text) => feeOperationOf(text) !== null, 'invalidType')),
      /** A deposit to oneself has limit rows of its own. */
      deposit: z.optional(z.boolean('invalidRequest')),
      /** So has an invoice that somebody who is not verified pays from the wallet. */
      invoice: z.optional(z.boolean('invalidRequest')),
      /** Of a withdrawal: `amount` is all there is, and the fee comes out of it; the answer's `amount` is what arrives. */
      everything: z.optional(z.literal(true, 'invalidRequest')),
      /** Who is paid: a person never paid before can be sent less without a proof. An unknown name counts as such a person. */
      toUser: z.optional(ToUserIn),
      /** A card that is saved pays. */
      savedCard: z.optional(z.boolean('invalidRequest')),
      /**
       * The attempt before, which this payment closes: what it uses of limits and free operations is left out, as the charge will leave it out.
       * One that is not open any more, or that this payment would not close, changes nothing.
       */
      sendSessionId: z.optional(QuotedSessionIdIn),
    }),
    result: z.object({
      LimitExceeded: z.boolean(),
      amount: CentsOut,
      fee: CentsOut,
      puenteFee: CentsOut,
      tier: z.int(),
      totalCharge: CentsOut,
      totalSend: CentsOut,
      scheduledFee: CentsOut,
      waived: z.boolean(),
      freeLeft: z.int(),
      limit: z.nullable(QuotedLimit),
      hint: z.nullable(z.object({ cheaperAtCents: CentsOut })),
      /** Of a withdrawal to a bank: between which days it is expected to arrive. */
      arrives: z.nullable(z.object({ from: DayOut, to: DayOut })),
    }),
    refuses: ['invalidAmount', 'invalidType', 'invalidTo'],
  },
} as const satisfies Endpoints
