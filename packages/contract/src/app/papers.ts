import * as z from 'zod/mini'
import type { Endpoints } from '../endpoint.ts'
import { LanguageIn, TimestampOut } from '../fields.ts'
import { CurrencyOut } from '../money.ts'
import { PAPER_CODE } from '../paper-code.ts'

/** A `record` is of a transaction that was not completed, and proves no payment: it answers for no sums. */
export const PAPER_KINDS = ['receipt', 'record', 'invoice', 'statement'] as const
export type PaperKind = (typeof PAPER_KINDS)[number]

/** The sums that a paper answers for, by name. */
export const PAPER_TOTALS = [
  'amount',
  'fee',
  'total',
  'refunded',
  'contested',
  'reversed',
  'opening',
  'moneyIn',
  'moneyOut',
  'fees',
  'closing',
  'onHold',
] as const
export type PaperTotalName = (typeof PAPER_TOTALS)[number]

export const PAPER_SIZES = ['letter', 'a4'] as const
export type PaperSize = (typeof PAPER_SIZES)[number]

/** What every call takes that answers with a paper. */
export const paperIn = {
  /** The caller's own language when left out. */
  lang: z.optional(LanguageIn),
  /** Sets the paper in this language beside the first. */
  otherLang: z.optional(LanguageIn),
  /** When left out, by the caller's time zone: US letter where paper is, as in the US, Canada and Mexico, and A4 elsewhere. */
  size: z.optional(z.enum(PAPER_SIZES, 'invalidRequest')),
}

const PaperCodeIn = z
  .string('notFound')
  .check(
    z.maxLength(40, 'notFound'),
    z.overwrite((code) => code.replaceAll(/[\s-]/g, '').toLowerCase()),
  )
  .check(z.regex(PAPER_CODE, 'notFound'))

/** The address that a paper is checked at, below the origin of the app. */
export const verifyPath = (code: string): string => `/verify/${code}`

const PaperKeyOut = z.object({
  kid: z.string(),
  /** SHA-256 of the key as DER (SPKI), in hexadecimal. */
  fingerprint: z.string(),
  /** The public key as PEM. */
  pem: z.string(),
  /** Whether new papers are signed with it. */
  current: z.boolean(),
})

export const papers = {
  verifyPaper: {
    method: 'GET',
    path: '/verify/get',
    summary: 'What was issued under the code of a paper: kind, moment, totals and the hash of the file, signed',
    access: 'public',
    throttle: 'verify',
    priority: 'lists',
    background: true,
    query: z.strictObject({ code: PaperCodeIn }),
    result: z.object({
      kind: z.enum(PAPER_KINDS),
      /** Who issued and signed it: the product. */
      issuer: z.string(),
      issuedAt: TimestampOut,
      totals: z.array(z.object({ name: z.enum(PAPER_TOTALS), cents: z.int() })),
      /** Of a statement: its days, both included. */
      days: z.nullable(z.object({ fromDate: z.string(), toDate: z.string() })),
      currency: CurrencyOut,
      /** SHA-256 of the file, in hexadecimal. */
      hash: z.string(),
      /** Whether the signature holds for all of the above. */
      valid: z.boolean(),
      /** What was signed, as text, and the Ed25519 signature in base64: enough to check both without us. */
      signed: z.string(),
      signature: z.string(),
      key: PaperKeyOut,
    }),
    refuses: ['notFound'],
  },
  paperKeys: {
    method: 'GET',
    path: '/verify/keys',
    summary: 'The public keys that papers were ever signed with, the current one first',
    access: 'public',
    throttle: 'verify',
    priority: 'lists',
    background: true,
    result: z.object({ items: z.array(PaperKeyOut) }),
    refuses: [],
  },
} as const satisfies Endpoints
