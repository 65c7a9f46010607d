import type { Mutant } from './mutant.ts'

const settle = 'server/src/features/payins/settle-payin.ts'
const posting = 'server/src/features/payins/payin-posting.ts'
const lateNews = 'server/src/features/payins/settle-event.ts'
const end = 'server/src/features/payins/end-payin.ts'
const givenBack = 'server/src/features/payins/given-back.ts'
const advance = 'server/src/features/payins/advance-payin.ts'
const states = 'server/src/features/payments/payment-states.ts'
const payments = 'server/src/features/payments/payments-participant.ts'
const batchStore = 'server/src/features/payments/payments-batch-store.ts'
const held = 'server/src/features/transfers/held-transfers.ts'
const arriveHeld = 'server/src/features/transfers/arrive-held-transfer.ts'
const returnHeld = 'server/src/features/transfers/return-held-transfer.ts'
const heldTime = 'server/src/features/limits/held-rules.ts'
const heldRules = 'server/src/features/transfers/held-transfer-rules.ts'
const send = 'server/src/features/transfers/send-command.ts'
const sendVerb = 'server/src/features/transfers/send-in-app.ts'
const recipient = 'server/src/features/payments/recipient.ts'
const checkout = 'server/src/features/cards/checkout-rules.ts'
const start = 'server/src/features/payins/start-payin.ts'
const creditSend = 'server/src/features/payins/credit-send.ts'
const invoices = 'server/src/features/invoices/invoices-participant.ts'
const requests = 'server/src/features/requests/requests-participant.ts'
const refund = 'server/src/features/paying/refund-invoice.ts'
const underWay = 'server/src/features/paying/attempt-under-way.ts'
const moneyCall = 'server/src/platform/http/money-call.ts'

/** Sends, deposits and their ends, and the key that makes a money call safe to repeat. */
export const paymentMutants: readonly Mutant[] = [
  { file: settle, from: 'ref === payment.ref && ', to: '', why: 'a payment of another reference is not credited' },
  { file: settle, from: "currency === 'usd' && ", to: '', why: 'a payment in another currency is not credited' },
  {
    file: settle,
    from: ' && amountCents === totalChargeCents(payment)',
    to: '',
    why: 'a payment of another amount is not credited',
  },
  {
    file: posting,
    from: 'amountCents: -totalChargeCents(payment)',
    to: 'amountCents: -payment.amountCents',
    why: 'the card pays amount and fee',
  },
  {
    file: posting,
    from: 'amountCents: feeCents + waivedCents',
    to: 'amountCents: feeCents',
    why: 'a waived fee is income, paid by promotion',
  },
  {
    file: posting,
    from: '  key: systemKey(kind, provider, paymentId),\n',
    to: '  key: systemKey(kind, provider, newId()),\n',
    why: 'a payment is credited once',
  },
  {
    file: settle,
    from: "if (currency !== 'usd' || amountCents <= 0n) return\n",
    to: 'if (amountCents <= 0n) return\n',
    why: 'the books hold dollars only',
  },
  {
    file: settle,
    from: "{ ...ledger.house('suspense:unmatched', ownerId), amountCents }",
    to: '{ ...walletOf(ownerId), amountCents }',
    why: 'money that does not fit goes to suspense',
  },
  {
    file: settle,
    from: "if (outcome.refusal.code === 'invalidTransactionId') return",
    to: "if (outcome.refusal.code === 'accountClosed') return",
    why: 'money for a deposit that has ended goes to suspense',
  },
  {
    file: settle,
    from: 'await flagForReview(services, payment)\n',
    to: '',
    why: 'a payment that does not fit puts the deposit on hold',
  },
  {
    file: lateNews,
    from: "if (snapshot?.outcome === 'succeeded') await settlePayin(services, rail, payment, snapshot)",
    to: '',
    why: 'money that comes after the end is not left lying',
  },
  {
    file: lateNews,
    from: "throw new Error('no payment of this object is known yet')",
    to: 'return',
    why: 'an event before our own record is tried again',
  },
  {
    file: lateNews,
    from: '(hasEndedUnpaid(payment)\n      ? settleLate(services, rail, payment, objectId)\n      : advancePayin(services, rail, payment))',
    to: 'advancePayin(services, rail, payment)',
    why: 'news of a deposit that was given up is looked at',
  },
  {
    file: givenBack,
    from: '...forParticipant(limitsParticipant, { restore: { ownerId, movementId: ref, countedAt: createdAt } }),\n',
    to: '',
    why: 'an unpaid deposit, and a payment that went back whole, restores its limits',
  },
  {
    file: givenBack,
    from: '...forParticipant(feesParticipant, { restore: { ownerId, movementId: ref } }),\n',
    to: '',
    why: 'an unpaid deposit, and a payment that went back whole, restores its free operation',
  },
  {
    file: end,
    from: '...forParticipant(paymentsParticipant, { advance: { ownerId, ref, to, reason: cancelReason } }),\n',
    to: '',
    why: 'an ended deposit cannot be paid any more',
  },
  {
    file: advance,
    from: 'if (!payment || isPaymentFinal(payment.state)) return\n',
    to: 'if (!payment) return\n',
    why: 'a settled deposit is asked about no more',
  },
  {
    file: advance,
    from: "snapshot.wasDeclined ? 'failed' : 'expired'",
    to: "'expired'",
    why: 'a decline is reported as a decline',
  },
  {
    file: advance,
    from: 'const lost = payment.attempts > 0 ? await rail.findLost(services, payment, timeoutMs) : null\n',
    to: 'const lost = null\n',
    why: 'a page whose answer was lost is found again',
  },
  {
    file: states,
    from: "succeeded: ['refunded', 'disputed']",
    to: "succeeded: ['refunded', 'disputed', 'failed']",
    why: 'a paid deposit does not fail',
  },
  {
    file: states,
    from: "processing: ['succeeded',",
    to: "processing: ['awaitingPayment', 'succeeded',",
    why: 'moves only go forward',
  },
  {
    file: payments,
    from: 'if (!before || isPayout(before) || !isAllowed(before.state, to)) return { refuse: NOT_ALLOWED }\n',
    to: 'if (!before || isPayout(before)) return { refuse: NOT_ALLOWED }\n',
    why: 'a move that is not in the table is refused',
  },
  {
    file: payments,
    from: 'if (follows && sessions.get(follows.sessionId) !== follows.movementId) return { refuse: ANOTHER_ATTEMPT }\n',
    to: '',
    why: 'of two attempts of one session only one opens a page',
  },
  {
    file: payments,
    from: 'isPaymentFinal(to) ? [after.ref] : []',
    to: '[]',
    why: 'what is settled is checked no more',
  },
  {
    file: payments,
    from: 'const paymentId = providerPaymentId ?? before.providerPaymentId',
    to: 'const paymentId = before.providerPaymentId',
    why: 'the payment of a deposit is remembered',
  },
  {
    file: batchStore,
    from: ' order by ref for no key update`',
    to: ' order by ref`',
    why: 'a payment is locked before it is decided about',
  },
  {
    file: batchStore,
    from: 'do update set movement_id = excluded.movement_id',
    to: 'do nothing',
    why: 'a further attempt takes over the session',
  },
  {
    file: arriveHeld,
    from: '...forParticipant(partiesParticipant, { sender, receiver, receiverMinTier: RELEASE_TIER }),\n',
    to: '',
    why: 'held money is released to a verified person only',
  },
  {
    file: returnHeld,
    from: 'forParticipant(limitsParticipant, { restore: { ownerId, movementId, countedAt: createdAt } })',
    to: '{}',
    why: 'a returned transfer restores its limits',
  },
  {
    file: returnHeld,
    from: "holds: [{ op: 'release', ownerId: sender, holdId: movementId }],\n",
    to: '',
    why: 'a returned transfer frees the money',
  },
  {
    file: held,
    from: "else if (movement?.state === 'ON HOLD') await",
    to: 'else if (movement) await',
    why: 'only what is held expires',
  },
  {
    file: heldTime,
    from: 'export const HELD_DAYS = 14',
    to: 'export const HELD_DAYS = 13',
    why: 'a held transfer waits fourteen days',
  },
  {
    file: heldRules,
    from: 'export const RELEASE_TIER = 1',
    to: 'export const RELEASE_TIER = 0',
    why: 'identity is what releases a held transfer',
  },
  {
    file: send,
    from: '{ minTier: 1, operations',
    to: '{ minTier: 0, operations',
    why: 'sending needs tier 1, under the lock as well',
  },
  {
    file: send,
    from: '      receiver: payee.id,\n    }),\n',
    to: '    }),\n',
    why: "the receiver's cap is looked at",
  },
  { file: send, from: ', expectedTotalCents }),', to: ' }),', why: 'the total that was shown is compared' },
  {
    file: send,
    from: 'wait && heldTransfer({ ownerId, ref: movementId }, wait.until)',
    to: 'null',
    why: 'a held transfer is checked when its time is over',
  },
  { file: send, from: 'wait ? holdsOf(send, wait, facts) : []', to: '[]', why: 'held money cannot be spent' },
  {
    file: send,
    from: 'return waitIn(send, facts) ? [] : betweenWallets',
    to: 'return betweenWallets',
    why: 'held money has not arrived',
  },
  {
    file: sendVerb,
    from: "if (purpose === 'goods' && note === '') throw new Refusal('invalidNote', { field: 'note' })\n",
    to: '',
    why: 'a payment for goods says what for',
  },
  { file: sendVerb, from: 'requireTerms(ctx.user)\n', to: '', why: 'changed terms are accepted before money moves' },
  {
    file: recipient,
    from: "if (person.id === ctx.user.id) throw new Refusal('invalidUser', { reason: 'oneself' })\n",
    to: '',
    why: 'people cannot send to themselves',
  },
  {
    file: recipient,
    from: "if (!person.canReceive) throw new Refusal('invalidUser')\n",
    to: '',
    why: 'a person who cannot receive is no destination',
  },
  {
    file: checkout,
    from: 'at.getTime() > expiresAt * 1000 + CERTAINTY_MS',
    to: 'at.getTime() > expiresAt * 1000',
    why: 'a page is over a little after its end',
  },
  {
    file: start,
    from: 'if (stored.transactionId !== transactionId(movementId)) return stored\n',
    to: '',
    why: 'a repeat of the call opens no second page',
  },
  {
    file: start,
    from: "await endPayin(ctx, payment, 'failed')\n",
    to: '',
    why: 'a request the provider refuses ends the deposit',
  },
  {
    file: moneyCall,
    from: 'if (isAccepted() && !(error instanceof Refusal)) throw unknownOutcome(error)\n',
    to: '',
    why: 'an error after the money moved does not claim that nothing happened',
  },
  {
    file: moneyCall,
    from: 'if (taken) return giveAgain()\n',
    to: '',
    why: 'what was done once is answered so again',
  },
  {
    file: moneyCall,
    from: "if (outcome.replayed) ctx.reply.header('idempotent-replayed', 'true')\n",
    to: '',
    why: 'a repeat says that it is one',
  },
  {
    file: moneyCall,
    from: '!keys.has(key) && keys.size >= IN_FLIGHT_LIMIT',
    to: 'keys.size > 1_000',
    why: 'one person has four money calls in flight',
  },
  {
    file: moneyCall,
    from: '`${endpoint.method} ${endpoint.path}\\n${canonicalJson(input)}`',
    to: '`${endpoint.method} ${endpoint.path}`',
    why: 'a key stands for one body',
  },
  {
    file: creditSend,
    from: '...forPaidFor(attempt && { pay: attempt, waits: mustWait }),',
    to: '',
    why: 'an invoice is paid with the money that came for it, and only once',
  },
  {
    file: creditSend,
    from: ', ...UNPAYABLE]\n',
    to: ']\n',
    why: 'money for what is paid already is given back',
  },
  {
    file: end,
    from: '...forPaidFor(attempt && { stop: attempt }),',
    to: '',
    why: 'what was not paid can be paid again',
  },
  {
    file: send,
    from: '        follows: paying.follows,\n',
    to: '',
    why: 'a page that its payer has open is closed before the wallet pays',
  },
  {
    file: invoices,
    from: 'attempt.amountCents > leftCents || ',
    to: '',
    why: 'never more is given back than was paid',
  },
  {
    file: requests,
    from: ' || attempt.amountCents !== request.amountCents',
    to: '',
    why: 'a request is paid in full',
  },
  {
    file: refund,
    from: 'betweenWallets(issuerId, payerId, amountCents)',
    to: 'betweenWallets(payerId, issuerId, amountCents)',
    why: 'a refund goes from the issuer to the payer',
  },
  {
    file: underWay,
    from: "after.state === 'CANCELLED'",
    to: 'isFinal(after.state)',
    why: 'an invoice that was paid by Zelle meanwhile is not paid once more',
  },
]
