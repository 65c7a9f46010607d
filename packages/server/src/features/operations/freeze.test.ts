/**
 * Money is frozen during every job that moves it and every call that does; once it is released, everything ends as it would
 * have. A new task does not compile until it says here whether it moves money; a call that moves money is found in
 * the contract.
 */
import { appEndpoints, type EndpointKey, endpointOf, invoiceId, requestId, uuidOf } from '@puente/contract'
import { forParticipant } from '@puente/ledger'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { aUser, signedIn, withBalance } from '#test/factories.ts'
import type { TestUser } from '#test/factories.ts'
import { goodBody } from '#test/hostile.ts'
import { appOfFile } from '#test/suite.ts'
import { updateAccount } from '#features/accounts/index.ts'
import { listOpenCredits } from '#features/zelle/credits-store.ts'
import { pollFeed } from '#features/zelle/poll-feed.ts'
import { partiesParticipant } from '#features/limits/index.ts'
import { approversIn } from '#test/approvers.ts'
import { depositsIn } from '#test/deposits.ts'
import { payablesIn } from '#test/payables.ts'
import { scriptedPayouts } from '#test/payouts.ts'
import { bankIn, RECIPIENT } from '#test/bank.ts'
import { cardsIn } from '#test/cards.ts'
import { withdrawalsIn } from '#test/withdrawals.ts'
import { advanceWithdrawal } from '#features/withdrawals/advance-withdrawal.ts'
import { BANK } from '#features/withdrawals/bank-rail.ts'
import { PAYPAL } from '#features/withdrawals/paypal-rail.ts'
import { createPasswords } from '#platform/crypto/passwords.ts'
import { createDatabase } from '#platform/db/database.ts'
import { withClient } from '#platform/db/pool.ts'
import { transaction } from '#platform/db/transaction.ts'
import { newId } from '#platform/ids.ts'
import type { Job, TaskName } from '#platform/jobs/tasks.ts'
import { ProviderError } from '#providers/types.ts'
import {
  approveAdjustment,
  approveOwnTransfer,
  approvePayoutDecision,
  approveSupport,
  approveZelleOrderByOperator,
  makeOperator,
  orderSupport,
  proposeAdjustment,
  proposeDecision,
  proposeOwnTransfer,
  proposeZelleOrder,
} from './index.ts'
import type { OperatorContext, OperatorCredentials } from './require-operator.ts'

const app = appOfFile()
const deposits = depositsIn(app)
const approvers = approversIn(app)
const withdrawals = withdrawalsIn(app)
const bank = bankIn(app)
const cards = cardsIn(app)
const payables = payablesIn(app)
const payouts = scriptedPayouts()
const CHEAP = { memoryKib: 1_024, passes: 1, lanes: 1, atOnce: 1 }
let ctx: OperatorContext
let ana: OperatorCredentials
let ben: OperatorCredentials
beforeAll(async () => {
  app.services.payouts = { ...app.services.payouts, paypal: payouts }
  const db = createDatabase({ url: app.database.consoleUrl, log: { warn: () => {} }, max: 2 })
  ctx = { db, passwords: createPasswords(CHEAP) }
  ana = { name: 'ana', secret: await makeOperator(ctx, 'ana', null) }
  ben = { name: 'ben', secret: await makeOperator(ctx, 'ben', null) }
})
afterAll(() => ctx.db.close())

const asSuperuser = <Row extends object>(text: string) =>
  withClient(app.database.superuserUrl, async (client) => (await client.query<Row>(text)).rows)
const release = () => asSuperuser('update money_frozen set frozen = false, reason = null')
afterEach(release)

const order = (job: Job) => transaction(app.services.db, 'order', (trx) => app.services.jobs.add(trx, job))

const aHeldTransfer = async (receiver: TestUser) => {
  const sender = await aUser(app.services, { tier: 1 })
  await withBalance(app.services, sender, 800_00)
  await withBalance(app.services, receiver, 900_00)
  const body = { toUser: receiver.userId, amount: 200_00, currency: 'USD' } as const
  const { data } = await app.call('sendInApp', body, { key: newId(), headers: await deposits.headersOf(sender) })
  const look = async () => {
    const { state, cancelReason } = await deposits.rowOf(sender, data.transactionId)
    return {
      state,
      cancelReason,
      sender: await deposits.balanceOf(sender),
      receiver: await deposits.balanceOf(receiver),
    }
  }
  return { sender, transactionId: data.transactionId, look }
}

/** What a job has to do: prepared while money moves, set off while it is frozen, looked at when it moves again. */
type Scene = { setOff: () => Promise<unknown>; look: () => Promise<unknown>; ends: unknown }

const cardPayment = async (): Promise<Scene> => {
  const user = await aUser(app.services, { tier: 1 })
  const { data } = await deposits.start(user)
  const look = async () => ({
    state: (await deposits.rowOf(user, data.transactionId)).state,
    balance: await deposits.balanceOf(user),
  })
  return {
    setOff: () => deposits.press(data.transactionId, 'pay'),
    look,
    ends: { state: 'COMPLETED', balance: 100_00 },
  }
}

/** What deposits have brought into suspense. The account is shared with money by Zelle, which other scenes move at the same time. */
const keptOfDeposits = async (): Promise<number> => {
  const of = `account = 'suspense:unmatched' and kind = 'deposit.unmatched'`
  const [row] = await asSuperuser<{ cents: string }>(
    `select coalesce(sum(amount_cents), 0) as cents from entries where ${of}`,
  )
  return Number(row?.cents)
}

const lateCardPayment = async (): Promise<Scene> => {
  const user = await aUser(app.services, { tier: 1 })
  const { data } = await deposits.start(user)
  const keptBefore = await keptOfDeposits()
  await deposits.giveUp(user)
  const look = async () => ({
    balance: await deposits.balanceOf(user),
    kept: (await keptOfDeposits()) - keptBefore,
  })
  return { setOff: () => deposits.press(data.transactionId, 'pay'), look, ends: { balance: 0, kept: 100_00 } }
}

const pageThatExpires = async (): Promise<Scene> => {
  const user = await aUser(app.services, { tier: 1 })
  const { data } = await deposits.start(user)
  const look = async () => {
    const { state, cancelReason } = await deposits.rowOf(user, data.transactionId)
    return { state, cancelReason }
  }
  return {
    setOff: () => deposits.press(data.transactionId, 'expire'),
    look,
    ends: { state: 'CANCELLED', cancelReason: 'expired' },
  }
}

const receiverWhoVerifies = async (): Promise<Scene> => {
  const receiver = await aUser(app.services, { tier: 0 })
  const { look } = await aHeldTransfer(receiver)
  const setOff = async () => {
    await app.services.db.updateTable('users').set({ tier: 1 }).where('owner_id', '=', receiver.id).execute()
    await order({ task: 'held-transfers.release', payload: { ownerId: receiver.id } })
  }
  return { setOff, look, ends: { state: 'COMPLETED', cancelReason: null, sender: 600_00, receiver: 1100_00 } }
}

const senderWhoUnfreezes = async (): Promise<Scene> => {
  const receiver = await aUser(app.services, { tier: 0 })
  const { sender, look } = await aHeldTransfer(receiver)
  const setOff = async () => {
    await app.services.db.updateTable('users').set({ tier: 1 }).where('owner_id', '=', receiver.id).execute()
    await order({ task: 'held-transfers.resume', payload: { ownerId: sender.id } })
  }
  return { setOff, look, ends: { state: 'COMPLETED', cancelReason: null, sender: 600_00, receiver: 1100_00 } }
}

const receiverWhoDoesNot = async (): Promise<Scene> => {
  const { look } = await aHeldTransfer(await aUser(app.services, { tier: 0 }))
  return {
    setOff: () => order({ task: 'payments.sweep', payload: {} }),
    look,
    ends: { state: 'CANCELLED', cancelReason: 'recipientDidNotVerify', sender: 800_00, receiver: 900_00 },
  }
}

const transferCalledBack = async (): Promise<Scene> => {
  const { sender, transactionId } = await aHeldTransfer(await aUser(app.services, { tier: 0 }))
  // Its receiver's time is over by then as well: the sweep may come first, for its own reason.
  const look = async () => ({
    state: (await deposits.rowOf(sender, transactionId)).state,
    balance: await deposits.balanceOf(sender),
  })
  const before = new Date(app.clock.now().getTime() + 60_000).toISOString()
  return {
    setOff: () => order({ task: 'payments.call-back', payload: { ownerId: sender.id, before } }),
    look,
    ends: { state: 'CANCELLED', balance: 800_00 },
  }
}

const scheduledSend = async (): Promise<Scene> => {
  const [sender, receiver] = [await aUser(app.services, { tier: 1 }), await aUser(app.services, { tier: 1 })]
  await withBalance(app.services, sender, 100_00)
  const body = {
    ...({ call: 'sendInApp', toUser: receiver.userId, amount: 40_00, currency: 'USD', every: 'week' } as const),
    start: app.clock.now().toISOString(),
    timeZone: 'America/New_York',
  }
  await app.call('createSchedule', body, { headers: await deposits.headersOf(sender) })
  return {
    setOff: () => order({ task: 'schedules.run', payload: {} }),
    look: () => deposits.balanceOf(receiver),
    ends: 40_00,
  }
}

const paymentByZelle = async (): Promise<Scene> => {
  const user = await aUser(app.services, { tier: 1 })
  const { data } = await deposits.start(user, { method: 'zelle' })
  const credit = { reference: '123456789', amountCents: 100_00, senderName: 'Ana', memo: data.zelle?.memo }
  await app.control('POST', '/zelle/credits', credit)
  return {
    setOff: () => order({ task: 'zelle.poll', payload: {} }),
    look: () => deposits.balanceOf(user),
    ends: 100_00,
  }
}

const refundByZelle = async (): Promise<Scene> => {
  await app.control('POST', '/zelle/credits', { reference: '123456780', amountCents: 7_00, senderName: 'Ben' })
  await pollFeed(app.services)
  const credit = (await listOpenCredits(app.services.db, 100)).find(({ reference }) => reference === '123456780')
  const asked = { kind: 'refund', creditId: credit?.id ?? '', movementId: null, csv: null, evidence: 'line 7' } as const
  await approveZelleOrderByOperator(ctx, ben, await proposeZelleOrder(ctx, ana, asked))
  const isOpen = async () => (await listOpenCredits(app.services.db, 100)).some(({ id }) => id === credit?.id)
  return { setOff: () => order({ task: 'zelle-orders.carry-out', payload: {} }), look: isOpen, ends: false }
}

const adjustment = async (): Promise<Scene> => {
  const user = await aUser(app.services, { tier: 1 })
  await withBalance(app.services, user, 10_00)
  const asked = { handle: user.handle, account: 'expense:losses', cents: 2_50n, reason: 'a fault of ours' }
  await approveAdjustment(ctx, ben, await proposeAdjustment(ctx, ana, asked))
  return {
    setOff: () => order({ task: 'adjustments.post', payload: {} }),
    look: () => deposits.balanceOf(user),
    ends: 12_50,
  }
}

/** Money that left a provider for our bank. */
const ownTransfer = async (): Promise<Scene> => {
  const at = new Date()
  const found = { rail: 'card', what: 'unbookedTransfer', subject: 'po_1', at, theirs_cents: -70_00n, state: 'open' }
  await app.services.db
    .insertInto('reconciliation_differences')
    .values({ ...found, first_seen_at: at, last_seen_at: at })
    .execute()
  const asked = { rail: 'card', objectId: 'po_1', reason: 'statement' }
  await approveOwnTransfer(ctx, ben, (await proposeOwnTransfer(ctx, ana, asked)).digest)
  const { ledger } = app.services
  const look = async () => {
    const balances = await ledger.balancesOf(ledger.houses('clearing:transfers'))
    return Number(balances.reduce((sum, { balanceCents }) => sum + balanceCents, 0n))
  }
  return { setOff: () => order({ task: 'own-transfers.book', payload: {} }), look, ends: -70_00 }
}

const aWithdrawal = async () => {
  const user = await withdrawals.aWithdrawer()
  const ref = await withdrawals.takeOn(user)
  const look = async () => ({ ...(await withdrawals.balanceOf(user)), isSent: payouts.made.has(ref) })
  return { look, payout: { ownerId: user.id, ref } }
}

const withdrawalToSend = async (): Promise<Scene> => {
  const { payout, look } = await aWithdrawal()
  return {
    setOff: () => order({ task: 'paypal-withdrawal.advance', payload: payout }),
    look,
    ends: { balance: 1_000_00, held: 103_00, isSent: true },
  }
}

const withdrawalThatArrives = async (): Promise<Scene> => {
  const { payout, look } = await aWithdrawal()
  await advanceWithdrawal(app.services, PAYPAL, payout)
  payouts.say(payout.ref, { outcome: 'settled' })
  const event = { provider: 'paypal', eventId: newId(), objectId: `item_${payout.ref}`, type: 'said' }
  return {
    setOff: () => order({ task: 'paypal-payout-event.settle', payload: event }),
    look,
    ends: { balance: 897_00, held: 0, isSent: true },
  }
}

const withdrawalGivenBack = async (): Promise<Scene> => {
  const { payout, look } = await aWithdrawal()
  await advanceWithdrawal(app.services, PAYPAL, payout)
  payouts.say(payout.ref, { outcome: 'blocked' })
  await advanceWithdrawal(app.services, PAYPAL, payout)
  const asked = { caseId: payout.ref, act: 'release', reference: 'C-1' } as const
  await approvePayoutDecision(ctx, ben, await proposeDecision(ctx, ana, asked))
  return {
    setOff: () => order({ task: 'payout-decisions.carry-out', payload: {} }),
    look,
    ends: { balance: 1_000_00, held: 0, isSent: true },
  }
}

const aBankWithdrawal = async () => {
  const user = await withdrawals.aWithdrawer()
  const { data } = await bank.withdraw(user, await bank.aRecipient(user))
  const ref = bank.refOf(data.transactionId)
  const look = async () => ({ ...(await bank.balanceOf(user)), isSent: (await bank.transfersOf(ref)).length > 0 })
  return { look, ref, payout: { ownerId: user.id, ref } }
}

const bankWithdrawalToSend = async (): Promise<Scene> => {
  const { look, payout } = await aBankWithdrawal()
  return {
    setOff: () => order({ task: 'bank-withdrawal.advance', payload: payout }),
    look,
    ends: { balance: 1_000_00, held: 103_00, isSent: true },
  }
}

const bankWithdrawalThatArrives = async (): Promise<Scene> => {
  const { ref, payout, look } = await aBankWithdrawal()
  await advanceWithdrawal(app.services, BANK, payout)
  await bank.act(ref, 'submit')
  return {
    setOff: () => bank.act(ref, 'settle'),
    look,
    ends: { balance: 897_00, held: 0, isSent: true },
  }
}

const orderApproved = async (): Promise<Scene> => {
  const user = await aUser(app.services, { tier: 1 })
  const { data } = await deposits.start(user, { method: 'paypal' })
  const ref = uuidOf(data.transactionId, 'txn') ?? ''
  return {
    setOff: () => app.control('POST', `/paypal/orders/${ref}/approve`),
    look: () => deposits.balanceOf(user),
    ends: 100_00,
  }
}

/** Counting moves nothing; it orders the job that pays. */
const reward = async (): Promise<Scene> => {
  const user = await aUser(app.services, { tier: 1 })
  return {
    setOff: () => order({ task: 'rewards.count-verified', payload: { ownerId: user.id } }),
    look: async () => (await deposits.balanceOf(user)) > 0,
    ends: true,
  }
}

/** A dispute of $20.00 that was sent, of an account that is older than a month. */
const aDispute = async () => {
  const [owner, other] = [await aUser(app.services, { tier: 1 }), await aUser(app.services, { tier: 1 })]
  await withBalance(app.services, owner, 100_00)
  const headers = await signedIn(app.services, owner)
  const send = { toUser: other.userId, amount: 20_00, currency: 'USD' } as const
  const { data: sent } = await app.call('sendInApp', send, { headers, key: newId() })
  const asked = { transactionId: sent.transactionId, kind: 'unauthorised', description: 'not me' } as const
  const { data } = await app.call('createDispute', asked as never, { headers })
  return { owner, id: uuidOf(data.id, 'dsp') ?? '', look: () => deposits.balanceOf(owner) }
}

const creditThatIsDue = async (): Promise<Scene> => {
  const { id, look } = await aDispute()
  const setOff = async () => {
    await app.services.db
      .updateTable('disputes')
      .set({ answer_day: '2026-01-02' })
      .where('dispute_id', '=', id)
      .execute()
    await app.services.db
      .updateTable('dispute_alarms')
      .set({ at: new Date(0) })
      .where('dispute_id', '=', id)
      .execute()
    await order({ task: 'disputes.run', payload: {} })
  }
  return { setOff, look, ends: 100_00 }
}

/** A debt, and $30.00 that have just come in. */
const debtThatIsPaid = async (): Promise<Scene> => {
  const user = await aUser(app.services, { tier: 1 })
  const { house, post } = app.services.ledger
  const receivable = house('receivable:user', user.id)
  await withBalance(app.services, user, 30_00)
  await post({
    ownerId: user.id,
    key: newId(),
    requestHash: 'x',
    kind: 'test.debt',
    transferId: newId(),
    legs: [
      { ...receivable, amountCents: -20_00n },
      { ...house('settlement:card', user.id), amountCents: 20_00n },
    ],
    participants: forParticipant(partiesParticipant, { debtor: { ownerId: user.id, receivable, movementId: null } }),
  })
  const setOff = () => order({ task: 'debts.settle', payload: { ownerId: user.id } })
  return { setOff, look: () => deposits.balanceOf(user), ends: 10_00 }
}

const disputeThatIsDecided = async (): Promise<Scene> => {
  const { id, look } = await aDispute()
  const setOff = async () => {
    const asked = { act: 'resolveFor', id, text: 'You are right', reason: 'a test' } as const
    const digest = await orderSupport({ ...ctx, keys: app.services.keys }, ana, asked)
    await approveSupport(ctx, ben, digest ?? '')
    await order({ task: 'support-orders.carry-out', payload: {} })
  }
  return { setOff, look, ends: 100_00 }
}

const NONE: (() => Promise<Scene>)[] = []
const MOVES_MONEY: Record<Exclude<TaskName, `test.${string}`>, (() => Promise<Scene>)[]> = {
  'card-event.settle': [cardPayment, lateCardPayment, pageThatExpires],
  'paypal-event.settle': [orderApproved],
  'held-transfers.release': [receiverWhoVerifies],
  'held-transfers.resume': [senderWhoUnfreezes],
  'payments.sweep': [receiverWhoDoesNot],
  'payments.call-back': [transferCalledBack],
  'schedules.run': [scheduledSend],
  'schedules.end': NONE,
  'cards.forget': NONE,
  'recipients.withdraw': NONE,
  'tickets.close': NONE,
  'approvers.end': NONE,
  'approvers.keep': NONE,
  'approvers.settle': NONE,
  'notices.tell-approval-asked': NONE,
  'notices.tell-approval-expired': NONE,
  'notices.tell-approver-ended': NONE,
  'notices.tell-approver-invited': NONE,
  'notices.tell-approver-loosening': NONE,
  'notices.tell-approver-refused': NONE,
  'notices.tell-approver-removing': NONE,
  'bank-withdrawal.advance': [bankWithdrawalToSend],
  'bank-transfer-event.settle': [bankWithdrawalThatArrives],
  'paypal-withdrawal.advance': [withdrawalToSend],
  'paypal-payout-event.settle': [withdrawalThatArrives],
  'zelle.poll': [paymentByZelle],
  'zelle-orders.carry-out': [refundByZelle],
  'bank-files.exchange': NONE,
  'bank-files.watch': NONE,
  'bank-releases.carry-out': NONE,
  'rewards.post': [reward],
  'rewards.catch-up': NONE,
  'rewards.count-taken-back': NONE,
  'rewards.count-verified': NONE,
  'rewards.resume': NONE,
  'bank-link.look': NONE,
  'zelle.watch': NONE,
  'zelle.report': NONE,
  'adjustments.post': [adjustment],
  'payout-decisions.carry-out': [withdrawalGivenBack],
  'own-transfers.book': [ownTransfer],
  'challenges.prune': NONE,
  'failed-sign-in.tell': NONE,
  'account-acts.tell': NONE,
  'factor-resets.carry-out': NONE,
  'account-closing.finish': NONE,
  'data-exports.build': NONE,
  'data-exports.expire': NONE,
  'invoices.close': NONE,
  'invoices.tell-overdue': NONE,
  'keys.rewrap': NONE,
  'rails.probe': NONE,
  'reconciliation.order': NONE,
  'reconciliation.run': NONE,
  'kyc-event.apply': NONE,
  'kyc.check': NONE,
  'kyc.submit': NONE,
  'kyc.expire': NONE,
  'kyc.withdraw': NONE,
  'kyc.end': NONE,
  'kyc-orders.carry-out': NONE,
  'debts.settle': [debtThatIsPaid],
  'disputes.run': [creditThatIsDue],
  'disputes.end-come-back': NONE,
  'disputes.alert-of-debt': NONE,
  'disputes.alert-of-upheld': NONE,
  'support-orders.carry-out': [disputeThatIsDecided],
  'ledger.prune-answers': NONE,
  'limits.prune': NONE,
  'requests.end': NONE,
  'requests.expire': NONE,
  'live.prune': NONE,
  'mail.send': NONE,
  'money.check': NONE,
  'password.send-reset': NONE,
  'picture.erase': NONE,
  'picture.withdraw': NONE,
  'products.withdraw': NONE,
  'rate.prune': NONE,
  'security-events.prune': NONE,
  'sessions.prune': NONE,
  'contact-codes.prune': NONE,
  'social.prune': NONE,
  'support-file.erase': NONE,
  'support-files.prune': NONE,
  'sms.send': NONE,
  'usage-events.prune': NONE,
  'notices.catch-up': NONE,
  'notices.push': NONE,
  'notices.note-stopped': NONE,
  'notices.forget-stopped': NONE,
  'notices.tell-returned': NONE,
  'notices.tell-debt': NONE,
  'notices.text': NONE,
  'notices.prune': NONE,
  'notices.tell-invoice-created': NONE,
  'notices.tell-invoice-paid': NONE,
  'notices.tell-invoice-declined': NONE,
  'notices.tell-invoice-cancelled': NONE,
  'notices.tell-invoice-reminded': NONE,
  'notices.tell-invoice-overdue': NONE,
  'notices.tell-invoice-refunded': NONE,
  'notices.tell-request-created': NONE,
  'notices.tell-request-paid': NONE,
  'notices.tell-request-declined': NONE,
  'notices.tell-request-cancelled': NONE,
  'notices.tell-request-reminded': NONE,
  'notices.tell-request-expired': NONE,
  'notices.tell-schedule-failed': NONE,
  'notices.tell-dispute': NONE,
  'notices.tell-ticket': NONE,
  'notices.tell-schedule-tomorrow': NONE,
  'notices.tell-kyc': NONE,
  'notices.tell-failed-sign-in': NONE,
  'notices.tell-profile': NONE,
  'notices.tell-reward-refused': NONE,
  'notices.tell-security': NONE,
  'notices.tell-sign-in': NONE,
  'notices.tell-sessions-ended': NONE,
}

type Waiting = { task: string; attempts: number }
const waiting = () =>
  asSuperuser<Waiting>('select distinct task_identifier as task, attempts from graphile_worker.jobs order by 1')
/** As if half a minute had passed for the queue, and the next look at every open operation were due. */
const later = async (): Promise<void> => {
  await asSuperuser('update graphile_worker._private_jobs set run_at = now()')
  await asSuperuser(`update open_operations set look_at = 'epoch'`)
  await app.runJobs()
}
const PATIENCE_MS = 10_000

const ADDRESS = { line1: '1 Ocean Drive', line2: '', city: 'Miami', state: 'FL', zipCode: '33139' }
const FROZEN = { status: 403, code: 'accountRestricted', details: { reason: 'moneyFrozen' } }

type Prepare = (user: TestUser, good: Record<string, unknown>) => Promise<Record<string, unknown>>
const toSomebody: Prepare = async (_user, good) => ({
  ...good,
  toUser: (await aUser(app.services, { tier: 1 })).userId,
})
const anotherAttempt: Prepare = async (user, good) => ({
  ...good,
  sendSessionId: (await deposits.start(user)).data.sendSessionId,
})
const openDeposit: Prepare = async (user) => ({ transactionId: (await deposits.start(user)).data.transactionId })

const approvedOrder: Prepare = async (user) => {
  const { data } = await deposits.start(user, { method: 'paypal' })
  const ref = uuidOf(data.transactionId, 'txn') ?? ''
  const { id, payerId } = await app.control<{ id: string; payerId: string }>('POST', `/paypal/orders/${ref}/approve`)
  return { paymentId: id, payerId }
}
const withCard: Prepare = async (user, good) => ({ ...good, cardId: await cards.save(user) })
const cardToSomebody: Prepare = async (user, good) => withCard(user, await toSomebody(user, good))
const withRecipient: Prepare = async (user, good) => ({ ...good, recipientId: await bank.aRecipient(user) })
const toRecipient: Prepare = async (user, good) => {
  // The bank leaves it where it is: what it would tell later is no part of another test.
  await app.control('POST', '/ach/next', { outcome: 'wait' })
  return withRecipient(user, good)
}
/** Money that is here already, under a number and name. */
const paidByZelle = async (amountCents: unknown, confirmation: string) => {
  await app.control('POST', '/zelle/credits', { reference: confirmation, amountCents, senderName: 'Ana Ruiz' })
  await pollFeed(app.services)
  return { confirmation, fullName: 'Ana Ruiz' }
}
const sentByZelle: Prepare = async (user, good) => ({
  ...(await toSomebody(user, good)),
  ...(await paidByZelle(good['amount'], '200000001')),
})
const confirmedByZelle: Prepare = async (user) => {
  const { data } = await deposits.start(user, { method: 'zelle' })
  return { transactionId: data.transactionId, ...(await paidByZelle(100_00, '200000002')) }
}

const somebody = () => aUser(app.services, { tier: 1 })
const anInvoice =
  (method: string): Prepare =>
  async (user) => ({ invoiceId: invoiceId(await payables.anInvoice(await somebody(), user)), payMethod: method })
/** From the wallet, while a page is open that would be closed first. */
const anInvoiceUnderWay: Prepare = async (user) => {
  const id = await payables.anInvoice(await somebody(), user)
  expect(await payables.payInvoice(user, id, 'card')).toMatchObject({ status: 200 })
  return { invoiceId: invoiceId(id), payMethod: 'wallet' }
}
const aRequest: Prepare = async (user) => ({
  requestId: requestId((await payables.aRequest(await somebody(), { asked: user })).id),
  payMethod: 'wallet',
})
const aReceivedInvoice: Prepare = async (user) => ({
  invoiceId: invoiceId(await payables.anInvoice(await somebody(), user)),
})
const aSentInvoice: Prepare = async (user) => ({
  invoiceId: invoiceId(await payables.anInvoice(user, await somebody())),
})
const aPaidInvoice: Prepare = async (user) => {
  const payer = await somebody()
  await withBalance(app.services, payer, 100_00)
  const id = await payables.anInvoice(user, payer)
  expect(await payables.payInvoice(payer, id, 'wallet')).toMatchObject({ status: 200 })
  return { invoiceId: invoiceId(id) }
}

/** A payment that waits for this person's word. */
const aWaitingPayment: Prepare = async (user) => {
  const [sender, receiver] = await approvers.people(2)
  if (!sender || !receiver) throw new Error('two people were asked for')
  await withBalance(app.services, sender, 100_00)
  await approvers.invite(sender, user)
  await approvers.answer(user, sender)
  return { transactionId: await approvers.waiting(sender, receiver), decision: 'approve' }
}

/** What a call needs beyond a body that has the right form. */
const NEEDS: Partial<Record<EndpointKey, Prepare[]>> = {
  decideApproval: [aWaitingPayment],
  sendInApp: [toSomebody],
  zelleIntent: [toSomebody],
  sendZelle: [sentByZelle],
  confirmZelle: [confirmedByZelle],
  startDeposit: [async (_user, good) => good, anotherAttempt],
  startPayment: [cardToSomebody],
  startCheckout: [toSomebody],
  placePaypalOrder: [toSomebody],
  capturePaypal: [approvedOrder],
  cancelTransaction: [openDeposit],
  payInvoice: [anInvoice('wallet'), anInvoice('card'), anInvoice('zelle'), anInvoiceUnderWay],
  payRequest: [aRequest],
  refundInvoice: [aPaidInvoice],
  withdrawBank: [toRecipient],
}

const fromBank: Prepare = async (user) => {
  await app.control('POST', '/bank-link/next', { outcome: 'link', match: user.id })
  const headers = await deposits.headersOf(user)
  const { link } = (await app.call('startBankLink', {}, { headers })).data
  const { publicToken, institution } = (await app.call('bankLinkResult', { link }, { headers })).data
  return { link, publicToken, institution, userName: user.fullName }
}

/** Calls that share the budget of those that move money, and move none: cards, banks and invoices are kept meanwhile. */
const KEEP: Partial<Record<EndpointKey, Prepare>> = {
  addCard: async (_user, good) => good,
  setDefaultCard: withCard,
  removeCard: withCard,
  addRecipient: async () => RECIPIENT,
  updateRecipient: async (user) => ({
    ...RECIPIENT,
    city: 'Dallas',
    recipientId: await bank.aRecipient(user),
  }),
  deleteRecipient: withRecipient,
  createInvoice: async () => ({ toUser: (await somebody()).userId, type: 'custom', amount: 100_00, note: 'Cake' }),
  declineInvoice: aReceivedInvoice,
  cancelInvoice: aSentInvoice,
  remindInvoice: aSentInvoice,
  startBankLink: async (_user, good) => good,
  exchangeBankLink: fromBank,
  createSchedule: toSomebody,
}

const calls = (Object.keys(appEndpoints) as EndpointKey[])
  .filter((key) => endpointOf(key).idempotent || (endpointOf(key).throttle === 'money' && !KEEP[key]))
  .flatMap((key) => (NEEDS[key] ?? [async (_user, good) => good]).map((prepare, n) => [key, n, prepare] as const))

test.each(calls)(
  '%s %i says that money is frozen, and once it is released the same call is done',
  async (key, _, prepare) => {
    const user = await aUser(app.services, { tier: 1 })
    await withBalance(app.services, user, 500_00)
    const body = await prepare(user, goodBody(key))
    const options = { key: newId(), headers: await deposits.headersOf(user) }
    await app.services.ledger.freeze('a drill')
    expect(await app.raw(key, body, options)).toMatchObject(FROZEN)
    await release()
    expect(await app.raw(key, body, options)).toMatchObject({ status: 200 })
  },
)

const moneyOf = async (user: TestUser) => ({
  balance: await withdrawals.balanceOf(user),
  movements: await withdrawals.rowsOf(user),
})

test.each(Object.entries(KEEP))('%s moves no money, and goes on while it is frozen', async (name, prepare) => {
  const key = name as EndpointKey
  const user = await aUser(app.services, { tier: 1 })
  await withBalance(app.services, user, 500_00)
  await transaction(app.services.db, 'give an address', (trx) =>
    updateAccount(app.services, trx, user.id, { address: ADDRESS }, []),
  )
  const body = await prepare(user, goodBody(key))
  const before = await moneyOf(user)
  await app.services.ledger.freeze('a drill')
  expect(await app.raw(key, body, { headers: await deposits.headersOf(user) })).toMatchObject({ status: 200 })
  expect(await moneyOf(user)).toEqual(before)
})

test('a transfer that is held stays so while money is frozen, and can be cancelled afterwards', async () => {
  const { sender, transactionId, look } = await aHeldTransfer(await aUser(app.services, { tier: 0 }))
  await app.services.ledger.freeze('a drill')
  expect(await deposits.cancel(sender, transactionId)).toMatchObject(FROZEN)
  expect(await look()).toMatchObject({ state: 'ON HOLD' })
  await release()
  expect(await deposits.cancel(sender, transactionId)).toMatchObject({ data: { state: 'CANCELLED' } })
})

test('a page that was not closed because money is frozen can still be paid', async () => {
  const user = await aUser(app.services, { tier: 1 })
  const { data } = await deposits.start(user)
  await app.services.ledger.freeze('a drill')
  expect(await deposits.cancel(user, data.transactionId)).toMatchObject(FROZEN)
  await deposits.press(data.transactionId, 'pay')
  // Reading goes on: the return screen hears that the payment is on its way.
  expect(await deposits.sessionOf(user, data.sendSessionId as `pss_${string}`)).toMatchObject({ state: 'PENDING' })
  await release()
  expect(await deposits.settled(user, data.transactionId)).toMatchObject({ state: 'COMPLETED' })
})

test('a deposit that was stored before the freeze is answered as being under way, and goes on afterwards', async () => {
  const user = await aUser(app.services, { tier: 1 })
  vi.spyOn(app.services.card, 'checkout').mockImplementationOnce(async () => {
    await app.services.ledger.freeze('a drill')
    throw new ProviderError('invalid', 'no page')
  })
  const { status, data } = await deposits.start(user)
  expect({ status, tipo: data.tipo }).toEqual({ status: 200, tipo: 'processing' })
  await release()
  await deposits.sweep(user)
  await deposits.press(data.transactionId, 'pay')
  expect(await deposits.settled(user, data.transactionId)).toMatchObject({ state: 'COMPLETED' })
})

test('an owner who finds a stranger in the account gets them out while money is frozen', async () => {
  const user = await aUser(app.services, { tier: 1 })
  const stranger = await deposits.headersOf(user)
  const mailOf = async () => {
    await app.runJobs()
    const [mail] = await app.control<{ text: string }[]>('GET', `/inbox?to=${encodeURIComponent(user.email)}`)
    return mail?.text ?? ''
  }
  await app.services.ledger.freeze('a drill')
  await app.call('forgotPassword', { email: user.email })
  const token = /reset-password\?token=([\w-]+)/.exec(await mailOf())?.[1] ?? ''
  expect(await app.call('resetPassword', { token, newPassword: 'Otra-Nube-77x' })).toMatchObject({ status: 200 })
  expect(await app.call('wallet', undefined, { headers: stranger })).toMatchObject({ code: 'sessionClosed' })
  // The mail about it leads back to the same way.
  expect(await mailOf()).toContain('/reset-password')
})

// Last, since it moves the clock.
test('every job that meets a freeze waits for its end, loses no try, and then does what it would have done', async () => {
  const moving = Object.entries(MOVES_MONEY).filter(([, scenes]) => scenes.length > 0)
  const scenes: Scene[] = []
  for (const arrange of moving.flatMap(([, all]) => all)) scenes.push(await arrange())
  const picture = () => Promise.all(scenes.map(({ look }) => look()))
  const before = await picture()

  await app.services.ledger.freeze('a drill')
  for (const { setOff } of scenes) await setOff()
  // Every deadline passes meanwhile.
  app.clock.advance(15 * 86_400_000)
  const stays = moving.map(([task]) => ({ task, attempts: 0 })).toSorted((a, b) => (a.task < b.task ? -1 : 1))
  await expect.poll(async () => later().then(waiting), { timeout: PATIENCE_MS }).toEqual(stays)
  await later()
  expect(await waiting()).toEqual(stays)
  expect(await picture()).toEqual(before)

  await release()
  await later()
  await later()
  expect(await picture()).toEqual(scenes.map(({ ends }) => ends))
  expect(await waiting()).toEqual([])
})
