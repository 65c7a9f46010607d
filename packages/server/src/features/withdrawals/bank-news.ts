/**
 * What a bank's news means for the recipient, apart from the money. An account that takes no credits is not used again; after any other
 * return its owner is warned until a later withdrawal arrives; a correction becomes a new version. May run again.
 */
import { isPayoutFinal, type Payout } from '#features/payments/index.ts'
import { correctRecipient, forgetRecipientReturn, markRecipientReturned } from '#features/recipients/index.ts'
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

const hearArrival = async (services: Services, payout: Payout) => {
  const { versionId } = requestOf(services, { parse: bankDestinationOf }, payout).destination
  const reached = { ownerId: payout.ownerId, versionId, begunAt: payout.createdAt }
  await transaction(services.db, 'forget a return of a recipient', (trx) =>
    forgetRecipientReturn(services, trx, reached),
  )
}

/** Takes over what a bank says beside where the money is. */
export const hearFromBank = async (services: Services, payout: Payout, snapshot: PayoutSnapshot): Promise<void> => {
  await hearCorrections(services, payout, snapshot)
  const { outcome, reason } = snapshot
  if (outcome === 'settled' && !isPayoutFinal(payout.state)) await hearArrival(services, payout)
  if (reason !== null && RETURN_CODE.test(reason)) await hearReturn(services, payout, reason)
}
