/** What a request for money is: its states and bounds, the link by which it is paid, and what its two sides see of it. */
import * as z from 'zod/mini'
import { TimestampOut } from './fields.ts'
import { RequestIdOut, SplitIdOut, TransactionIdOut, UserIdOut } from './ids.ts'
import { CentsOut, CurrencyOut } from './money.ts'

/** `open` alone can change; a request for several payments stays open and counts them. */
export const REQUEST_STATES = ['open', 'paid', 'declined', 'cancelled', 'expired'] as const
export type RequestState = (typeof REQUEST_STATES)[number]

/** Paid once, or by as many as like to. */
export const REQUEST_USES = ['single', 'multi'] as const
export type RequestUses = (typeof REQUEST_USES)[number]

/** What the viewer may do with a request as it stands. */
export const REQUEST_ACTS = ['pay', 'decline', 'cancel', 'remind'] as const
export type RequestAct = (typeof REQUEST_ACTS)[number]

export const REQUEST_DEFAULT_DAYS = 10
/** How soon and how late a request may expire. */
export const REQUEST_MINIMUM_HOURS = 1
export const REQUEST_MAXIMUM_DAYS = 90

export const SPLIT_SHARES_MAX = 30

/** The code of a link: twenty letters and digits, none of them a look-alike of another, 99 bits. Paths match in any case, and so does this. */
export const PAY_CODE = /^[2-9a-hjkmnp-z]{20}$/
/** A code that is malformed is as unknown as one that was never given out. */
export const PayCodeIn = z.string('notFound').check(z.trim(), z.toLowerCase(), z.regex(PAY_CODE, 'notFound'))

/** The address of a request's link, below the origin of the app. */
export const payPath = (code: string): string => `/pay/${code}`

/** A request as one of its two sides sees it. */
export const RequestRow = z.object({
  id: RequestIdOut,
  /** `sent` to the one who asks for money, `received` to the person asked. */
  was: z.enum(['sent', 'received']),
  state: z.enum(REQUEST_STATES),
  uses: z.enum(REQUEST_USES),
  amount: CentsOut,
  currency: CurrencyOut,
  note: z.string(),
  date: TimestampOut,
  updatedAt: TimestampOut,
  expiresAt: TimestampOut,
  /** Who asks. */
  from: UserIdOut,
  /** The person asked; null of an open link. */
  to: z.nullable(UserIdOut),
  /** The other side; all null of an open link, and when blocked or closed, shown as "Blocked User". `email` is the public handle, as in a transaction. */
  fullName: z.nullable(z.string()),
  email: z.nullable(z.string()),
  image: z.nullable(z.string()),
  business: z.boolean(),
  blocked: z.boolean(),
  /** For the one who asks: the code of the link, the link, and what its QR code holds. Null to the person asked. */
  code: z.nullable(z.string()),
  link: z.nullable(z.string()),
  qrText: z.nullable(z.string()),
  /** Shared by the requests of one split bill; for the one who asks. */
  splitId: z.nullable(SplitIdOut),
  /** A payment from outside is under way. */
  processing: z.boolean(),
  /** How often it was paid, and what came in altogether. */
  paidCount: z.int(),
  paidTotal: CentsOut,
  /** What the providers of its payments may yet take back: a chargeback is under way, or a warning of one. */
  contested: CentsOut,
  /** What they took back, and what of that came out of the balance of the one who asked; the payers owe the rest. */
  reversed: CentsOut,
  lost: CentsOut,
  /** When it was last paid. */
  paymentDate: z.nullable(TimestampOut),
  /** The viewer's transaction of the last payment. */
  transactionId: z.nullable(TransactionIdOut),
  reminders: z.object({
    sent: z.int(),
    left: z.int(),
    /** From when on the next one may be sent; null where none may. */
    nextAt: z.nullable(TimestampOut),
  }),
  /** What the viewer may do with it now. */
  acts: z.array(z.enum(REQUEST_ACTS)),
  /** Rises with each change of the row. */
  version: z.int(),
})
export type MoneyRequest = z.infer<typeof RequestRow>
