/** Providers' own fees in our books: what a provider kept of our money is an expense, and lies there no longer. */
import { systemKey } from '#features/payments/index.ts'
import { newId } from '#platform/ids.ts'
import type { Services } from '#platform/services.ts'
import type { ProvidedRail } from '#providers/types.ts'
import type { ProviderFee } from './provider-fees-rules.ts'

/** The kind of their entries. */
export const FEE_KIND = 'provider.fee'

const AT_A_TIME = 100

const post = async ({ ledger }: Pick<Services, 'ledger'>, rail: ProvidedRail, { name, feeCents }: ProviderFee) => {
  // One stripe for all of them: whose payment it was may not be known yet, and must not make it another key.
  const [settlement] = ledger.houses(`settlement:${rail}`)
  const [expense] = ledger.houses('expense:provider')
  if (!settlement || !expense) throw new Error('a house has at least one stripe')
  const outcome = await ledger.post({
    ownerId: settlement.ownerId,
    key: systemKey(FEE_KIND, rail, name),
    requestHash: String(feeCents),
    kind: FEE_KIND,
    transferId: newId(),
    legs: [
      { ...settlement, amountCents: feeCents },
      { ...expense, amountCents: -feeCents },
    ],
  })
  if (!outcome.accepted) throw new Error(`a provider's fee was not booked: ${outcome.refusal.code}`)
}

/** Books each of them once, by the name of its line, however often and in how many processes it runs. */
export const bookFees = async (
  services: Pick<Services, 'ledger'>,
  rail: ProvidedRail,
  fees: readonly ProviderFee[],
): Promise<void> => {
  for (let at = 0; at < fees.length; at += AT_A_TIME)
    await Promise.all(fees.slice(at, at + AT_A_TIME).map((fee) => post(services, rail, fee)))
}
