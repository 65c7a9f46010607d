/** How a withdrawal stands by what the bank has said of its entry and of the file that has it. */
import * as z from 'zod/mini'
import type { Services } from '#platform/services.ts'
import { outcomeOfReturn } from '#providers/ach/return-codes-rules.ts'
import type { AccountCorrection, PayoutOutcome, PayoutSnapshot } from '#providers/payout-port.ts'
import type { Entry } from './entries-store.ts'
import { unseal } from './sealing.ts'

const corrections = z.array(
  z.strictObject({
    accountNumber: z.nullable(z.string()),
    routingNumber: z.nullable(z.string()),
    funding: z.nullable(z.enum(['checking', 'savings'])),
  }),
)

/** What receiving banks have asked for so far, oldest first. */
export const correctionsOf = (
  services: Pick<Services, 'keys'>,
  { ref, correctionsSealed }: Pick<Entry, 'ref' | 'correctionsSealed'>,
): AccountCorrection[] =>
  correctionsSealed === null
    ? []
    : corrections.parse(JSON.parse(unseal(services, 'nacha_entries.corrections_sealed', ref, correctionsSealed)))

const outcomeOf = ({ fileState, refused, returnCode, returnInformation }: Entry): PayoutOutcome => {
  if (returnCode !== null) return outcomeOfReturn(returnCode, returnInformation)
  if (refused !== null || fileState === 'rejected') return 'failed'
  return fileState === 'settled' ? 'settled' : 'accepted'
}

const reasonOf = ({ fileState, refused, returnCode }: Entry): string | null =>
  returnCode ?? (refused !== null || fileState === 'rejected' ? 'rejected' : null)

export const snapshotOf = (services: Pick<Services, 'keys'>, entry: Entry): PayoutSnapshot => ({
  providerId: entry.trace,
  otherIds: [],
  ref: entry.ref,
  outcome: outcomeOf(entry),
  amountCents: entry.returnCents ?? entry.amountCents,
  currency: 'usd',
  returnId: entry.trace,
  reason: reasonOf(entry),
  returnsAt: null,
  raw: [entry.fileState ?? 'waiting', entry.returnCode ?? entry.refused].filter((word) => word !== null).join(' '),
  isBack: entry.returnCode !== null,
  corrections: correctionsOf(services, entry),
})
