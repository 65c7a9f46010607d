/**
 * The one way from what the provider says to what we hold true. Webhook jobs, the sweeper and the person's own screen all
 * come here; none of them brings facts along, each only makes us ask.
 */
import { findMovement } from '#features/wallet/index.ts'
import { databaseNow } from '#platform/db/database.ts'
import type { Services } from '#platform/services.ts'
import type { CheckoutSnapshot } from '#providers/card/port.ts'
import { isPageOver, isUnknownForLong } from './checkout-rules.ts'
import { canAdvance, DEPOSIT_MOVES, isSettled, findOperation, recordSnapshot } from '#features/payments/index.ts'
import type { DepositState, Operation, OperationRef } from '#features/payments/index.ts'
import { endDeposit, holdDeposit, markDeclined } from './end-deposit.ts'
import { findLostPage, openCheckout } from './open-checkout.ts'
import { settleCardDeposit } from './settle-deposit.ts'

const JOB_TIMEOUT_MS = 12_000

const record = async (services: Services, operation: Operation, snapshot: CheckoutSnapshot, to: DepositState) => {
  const movement = await findMovement(services.db, { ownerId: operation.ownerId, movementId: operation.ref })
  const isToldDeclined = movement?.details['declined'] === true
  if (movement?.state === 'PENDING' && snapshot.wasDeclined !== isToldDeclined)
    await markDeclined(services, operation, snapshot.wasDeclined)
  const from = (Object.keys(DEPOSIT_MOVES) as DepositState[]).filter((state) => canAdvance(state, to))
  await recordSnapshot(services.db, operation, snapshot, {
    to,
    from,
    at: await databaseNow(services.db, services.clock),
  })
}

/** Takes over what the provider says of the operation's page. */
export const applySnapshot = async (
  services: Services,
  operation: Operation,
  snapshot: CheckoutSnapshot,
  expiredAs: 'expired' | 'cancelled' | 'failed' = 'expired',
): Promise<void> => {
  switch (snapshot.outcome) {
    case 'open':
      return record(services, operation, snapshot, 'awaitingPayment')
    case 'processing':
      return record(services, operation, snapshot, 'processing')
    case 'succeeded':
      await record(services, operation, snapshot, 'processing')
      return settleCardDeposit(services, operation, snapshot)
    case 'expired': {
      await record(services, operation, snapshot, 'processing')
      const isDeclined = expiredAs === 'expired' && snapshot.wasDeclined
      await endDeposit(services, operation, isDeclined ? 'failed' : expiredAs)
      return
    }
    case 'unrecognised': {
      const { providerId, raw } = snapshot
      services.log.error(
        { provider: 'stripe', transferId: operation.ref, label: providerId, reason: raw },
        'an unknown word of the card provider',
      )
      await record(services, operation, snapshot, 'processing')
      await holdDeposit(services, operation)
    }
  }
}

/** The provider has no id of ours yet: either it never heard of the operation, or its answer was lost. */
const findOrOpen = async (services: Services, operation: Operation, at: Date, timeoutMs: number): Promise<void> => {
  const lost = operation.attempts > 0 ? await findLostPage(services, operation, timeoutMs) : null
  if (lost) return applySnapshot(services, operation, lost)
  if (isPageOver(operation.body, at)) {
    await endDeposit(services, operation, 'expired')
    return
  }
  const opened = await openCheckout(services, operation, timeoutMs)
  if (opened === 'unknown') return
  if (opened === 'refused') await endDeposit(services, operation, 'failed')
  else await applySnapshot(services, operation, opened.snapshot)
}

const holdWhenUnknownForLong = async (services: Services, ref: OperationRef, at: Date): Promise<void> => {
  const operation = await findOperation(services.db, ref)
  if (!operation || !(operation.state === 'created' || operation.state === 'processing')) return
  if (isUnknownForLong(operation.createdAt, at)) await holdDeposit(services, operation)
}

/**
 * The provider no longer knows a page that it made. Once the page's time is over nobody can pay it, and the deposit ends;
 * money that comes all the same is kept apart for a person to decide.
 */
const noteLostPage = async (services: Services, operation: Operation, at: Date): Promise<void> => {
  services.log.error({ provider: 'stripe', transferId: operation.ref }, 'the card provider has lost a page')
  if (isPageOver(operation.body, at)) await endDeposit(services, operation, 'expired')
}

/**
 * Brings a deposit to where the provider has it. Throws ProviderError when the provider cannot be asked.
 * @param timeoutMs for each call to the provider; less where a person waits.
 */
export const advanceDeposit = async (
  services: Services,
  ref: OperationRef,
  timeoutMs: number = JOB_TIMEOUT_MS,
): Promise<void> => {
  const operation = await findOperation(services.db, ref)
  if (!operation || isSettled(operation.state)) return
  const at = await databaseNow(services.db, services.clock)
  try {
    if (operation.providerId === null) await findOrOpen(services, operation, at, timeoutMs)
    else {
      const snapshot = await services.card.fetch(operation.providerId, { timeoutMs })
      if (snapshot) await applySnapshot(services, operation, snapshot)
      else await noteLostPage(services, operation, at)
    }
  } finally {
    await holdWhenUnknownForLong(services, ref, at)
  }
}
