/**
 * What follows from a bank's word beside the money: an account that takes none is not used again, of one that refused some its owner is warned, one that is to be written
 * otherwise becomes another version, and a return that makes no sense of a credit is kept for a person. May run again.
 */
import type { Payout } from '#features/payments/index.ts'
import { correctRecipient, markRecipientReturned } from '#features/recipients/index.ts'
import { transaction } from '#platform/db/transaction.ts'
import type { Services } from '#platform/services.ts'
import { isOfTheDeceased, meaningOfReturn } from '#providers/ach/return-codes-rules.ts'
import type { PayoutSnapshot } from '#providers/payout-port.ts'
import { bankDestinationOf } from './bank-destination.ts'
import { changeOf, isAboutRecords } from './bank-news-rules.ts'
import { requestOf } from './destination.ts'

const RETURN_CODE = /^R\d\d$/

const hearCorrections = async (
  services: Services,
  payout: Payout,
  { corrections = [], providerId }: PayoutSnapshot,
) => {
  if (isAboutRecords(corrections))
    services.log.error(
      { transferId: payout.ref, label: providerId },
      'a bank says that something is wrong with our records of a transfer',
    )
  const change = changeOf(corrections)
  if (Object.keys(change).length === 0) return
  const { versionId } = requestOf(services, { parse: bankDestinationOf }, payout).destination
  const told = { ownerId: payout.ownerId, versionId, change }
  await transaction(services.db, 'correct a recipient', (trx) => correctRecipient(services, trx, told))
}

const hearReturn = async (services: Services, payout: Payout, code: string) => {
  if (isOfTheDeceased(code))
    services.log.error({ transferId: payout.ref, code }, 'a bank says that the holder of an account has died')
  const meaning = meaningOfReturn(code, null)
  if (meaning !== 'disable' && meaning !== 'credit') return
  const { versionId } = requestOf(services, { parse: bankDestinationOf }, payout).destination
  const told = { ownerId: payout.ownerId, versionId, code, isUsable: meaning === 'credit' }
  await transaction(services.db, 'note a return of a recipient', (trx) => markRecipientReturned(services, trx, told))
}

/** Takes over what a bank says beside where the money is. */
export const hearFromBank = async (services: Services, payout: Payout, snapshot: PayoutSnapshot): Promise<void> => {
  await hearCorrections(services, payout, snapshot)
  const { reason } = snapshot
  if (reason !== null && RETURN_CODE.test(reason)) await hearReturn(services, payout, reason)
}
