/** What an edit of a recipient comes to, and how little may go to a new one: pure, so that it holds in a verb and in the batch. */
import type { BatchRefusal } from '#platform/participant.ts'
import type { RecipientDetails } from './recipient.ts'

/** A new or edited recipient: for a day little may go to it, since entering their own account is what a thief would do first. */
export const COOLING_MS = 24 * 3_600_000
const FIRST_DAY_CENTS = 50_000n
/** On a person's list at a time. */
export const MOST_RECIPIENTS = 50

/** Behind dots, as it is shown for good once it was entered. */
export const maskedAccount = (accountNumber: string): string => `••••${accountNumber.slice(-4)}`

const FIELDS = [
  'fullName',
  'email',
  'accountType',
  'routingNumber',
  'accountNumber',
  'personType',
  'address',
  'city',
  'state',
  'zipCode',
  'birthday',
  'type',
] as const satisfies readonly (keyof RecipientDetails)[]

/** The fields in which two differ. */
export const changedFields = (one: RecipientDetails, other: RecipientDetails): (typeof FIELDS)[number][] =>
  FIELDS.filter((field) => one[field] !== other[field])

/** What a bank looks at: after a change of one of these an account that took no money may be tried again. */
const OF_THE_BANK: ReadonlySet<string> = new Set(['fullName', 'accountType', 'routingNumber', 'accountNumber'])
export const mayWorkNow = (fields: readonly string[]): boolean => fields.some((field) => OF_THE_BANK.has(field))

/** A recipient as a batch has it under its locks. */
export type RecipientStanding = {
  ownerId: string
  recipientId: string
  versionId: string
  unusableCode: string | null
  isDeleted: boolean
  coolingUntil: Date
  /** Since when that is counted: an edit within the day begins another one and goes on counting. */
  coolingSince: Date
  /** What went to it, or is on its way, since then. */
  coolingUsedCents: bigint
}

/** A withdrawal that did not arrive, or came back; `countedAt` is when it was taken on. */
export type EndedUse = { amountCents: bigint; countedAt: Date }

/** Counts what goes to it while it is new. */
export const withUse = (
  standing: RecipientStanding,
  { amountCents }: { amountCents: bigint },
  at: Date,
): RecipientStanding =>
  at < standing.coolingUntil ? { ...standing, coolingUsedCents: standing.coolingUsedCents + amountCents } : standing

/** Takes off the count what was counted on it and came back; what went before the count began is no part of it. */
export const withoutUse = (
  standing: RecipientStanding,
  { amountCents, countedAt }: EndedUse,
  at: Date,
): RecipientStanding => {
  const { coolingSince, coolingUntil, coolingUsedCents } = standing
  if (at >= coolingUntil || countedAt < coolingSince) return standing
  return { ...standing, coolingUsedCents: coolingUsedCents > amountCents ? coolingUsedCents - amountCents : 0n }
}

/**
 * Why money may not go to it now; null when it may. Nothing of it is stored under a key: an edit or time mends it. `versionId` is
 * the one that the payer was shown.
 */
export const recipientRefusal = (
  standing: RecipientStanding | undefined,
  asked: { versionId: string; amountCents: bigint },
  at: Date,
): BatchRefusal | null => {
  if (!standing || standing.isDeleted) return { code: 'invalidTo', stored: false }
  if (standing.versionId !== asked.versionId)
    return { code: 'invalidTo', details: { reason: 'recipientChanged' }, stored: false }
  if (standing.unusableCode !== null)
    return { code: 'invalidTo', details: { reason: 'recipientUnusable', return: standing.unusableCode }, stored: false }
  if (at >= standing.coolingUntil) return null
  const leftCents = standing.coolingUsedCents > FIRST_DAY_CENTS ? 0n : FIRST_DAY_CENTS - standing.coolingUsedCents
  if (asked.amountCents <= leftCents) return null
  return {
    code: 'accountRestricted',
    details: {
      reason: 'recipientIsNew',
      until: standing.coolingUntil.toISOString(),
      limitCents: Number(FIRST_DAY_CENTS),
      leftCents: Number(leftCents),
    },
    stored: false,
  }
}
