import type { Mutant } from './mutant.ts'

const rules = 'server/src/features/limits/limit-state-rules.ts'
const participant = 'server/src/features/limits/limits-participant.ts'
const usage = 'server/src/features/limits/usage-store.ts'
const feeRules = 'server/src/features/limits/fee-rules.ts'
const fees = 'server/src/features/limits/fees-participant.ts'
const feesStore = 'server/src/features/limits/fees-store.ts'
const cooling = 'server/src/features/limits/cooling-rules.ts'
const parties = 'server/src/features/limits/parties-participant.ts'
const partyRules = 'server/src/features/limits/party-rules.ts'

/** Limits, fees and who may take part, as the batch decides them. */
export const limitMutants: readonly Mutant[] = [
  {
    file: rules,
    from: 'usedCents < limitCents ? limitCents - usedCents : 0n',
    to: 'limitCents - usedCents',
    why: 'nothing is left of a row that is overdrawn',
  },
  {
    file: rules,
    from: "operation === 'balance' ? balanceCents : (used?.cents ?? 0n)",
    to: '(used?.cents ?? 0n)',
    why: 'a wallet cap looks at the balance',
  },
  {
    file: rules,
    from: 'state.leftCents < deciding.leftCents ||',
    to: 'state.leftCents > deciding.leftCents ||',
    why: 'the row with the least left decides',
  },
  {
    file: rules,
    from: 'LENGTH[rule.window] > LENGTH[deciding.rule.window]',
    to: 'LENGTH[rule.window] < LENGTH[deciding.rule.window]',
    why: 'on a tie the longer window is named',
  },
  {
    file: rules,
    from: 'asked.amountCents > deciding.leftCents',
    to: 'asked.amountCents >= deciding.leftCents',
    why: 'an amount equal to what is left passes',
  },
  {
    file: rules,
    from: 'asked.amountCents > deciding.leftCents',
    to: 'asked.amountCents - 1n > deciding.leftCents',
    why: 'not a cent more than what is left',
  },
  {
    file: rules,
    from: 'if (!operations.includes(rule.operation)) continue\n',
    to: '',
    why: 'rows of other operations do not decide',
  },
  {
    file: rules,
    from: 'rules.filter((rule) => rule.tier === tier)',
    to: 'rules.filter((rule) => rule.tier >= tier)',
    why: 'rows are those of the own tier',
  },
  { file: rules, from: "'7d': 168 * HOUR_MS", to: "'7d': 24 * HOUR_MS", why: 'a week has seven days' },
  { file: rules, from: "'30d': 720 * HOUR_MS", to: "'30d': 168 * HOUR_MS", why: 'the long window has thirty days' },
  {
    file: rules,
    from: '(used?.cents ?? 0n) + amountCents',
    to: 'used?.cents ?? 0n',
    why: 'an operation counts for the next one of its batch',
  },
  { file: rules, from: 'oldestAt: used?.oldestAt ?? at', to: 'oldestAt: at', why: 'the oldest part stays the oldest' },
  {
    file: rules,
    from: "send: ['inApp', 'outgoing']",
    to: "send: ['inApp']",
    why: 'an in-app send counts as outgoing',
  },
  {
    file: rules,
    from: "deposit: ['deposit', 'card', 'outside', 'balance']",
    to: "deposit: ['deposit', 'card', 'outside']",
    why: 'a deposit is held against the wallet cap',
  },
  {
    file: participant,
    from: 'if (exceeded) return { refuse: exceededRefusal(state, need, exceeded, { rules, usage, at: facts.at }) }\n',
    to: '',
    why: 'what exceeds a row is refused',
  },
  {
    file: participant,
    from: 'balanceCents + (state.incoming.get(ownerId) ?? 0n)',
    to: 'balanceCents',
    why: 'money on its way counts against the wallet cap',
  },
  {
    file: participant,
    from: 'withUsed(usage, { operations, amountCents, at })',
    to: 'usage',
    why: 'two operations of one batch do not share what is left',
  },
  { file: participant, from: '...usageWrites(taken, at),\n', to: '', why: 'what was used is written' },
  { file: participant, from: '...restoreWrites(ended, at),\n', to: '', why: 'what came to nothing is free again' },
  { file: participant, from: '...retakeWrites(retaken, at),\n', to: '', why: 'what is here again counts again' },
  {
    file: participant,
    from: 'hasWaited || isOverCap(state, facts, receiver, amountCents)',
    to: 'hasWaited',
    why: "a receiver's cap holds a transfer",
  },
  {
    file: usage,
    from: 'and used.operations = bucket.operations and used.given_back_at is null\n where',
    to: 'and used.operations = bucket.operations\n where',
    why: 'behind the edge of a window what was given back does not count',
  },
  { file: usage, from: 'used.at > ${edge})', to: 'used.at >= ${edge})', why: 'a window begins behind its edge' },
  {
    file: usage,
    from: 'set cents = bucket.cents + excluded.cents',
    to: 'set cents = excluded.cents',
    why: 'a bucket is a sum',
  },
  {
    file: usage,
    from: 'case when bucket.cents = 0 then excluded.oldest_at else least(bucket.oldest_at, excluded.oldest_at) end',
    to: 'least(bucket.oldest_at, excluded.oldest_at)',
    why: 'an emptied bucket starts over',
  },
  {
    file: usage,
    from: '{ statement: restore, values: [...momentsOf(recent), at], rows: recent.length }',
    to: '{ statement: restore, values: [...momentsOf(recent), at] }',
    why: 'what was never counted is not given back',
  },
  {
    file: usage,
    from: 'values: [owners, moments, movements, operations], rows: recent.length }',
    to: 'values: [owners, moments, movements, operations] }',
    why: 'what was never counted is not counted as a deposit',
  },
  {
    file: usage,
    from: 'and limit_usage.movement_id = ended.movement_id and given_back_at is null',
    to: 'and limit_usage.movement_id = ended.movement_id',
    why: 'nothing is given back twice',
  },
  {
    file: usage,
    from: 'and used.operations = bucket.operations and used.given_back_at is null)\n',
    to: 'and used.operations = bucket.operations)\n',
    why: 'a bucket that is summed up again leaves out what was given back',
  },
  {
    file: feeRules,
    from: 'fromCents <= amountCents',
    to: 'fromCents < amountCents',
    why: 'a line of the schedule begins at its amount',
  },
  { file: feeRules, from: ' + row.fixedCents', to: '', why: 'the fixed part is charged' },
  {
    file: feeRules,
    from: 'scheduledFeeCents > 0n && freeLeft > 0',
    to: 'freeLeft > 0',
    why: 'what costs nothing uses no free operation',
  },
  {
    file: feeRules,
    from: 'Math.max(0, FREE_OPERATIONS - freeUsed)',
    to: 'FREE_OPERATIONS - freeUsed',
    why: 'the count of free operations left never falls below zero',
  },
  {
    file: feeRules,
    from: 'totalChargeCents: amountCents + feeCents',
    to: 'totalChargeCents: amountCents',
    why: 'the payer bears the fee',
  },
  {
    file: feeRules,
    from: 'feeBy(row, row.fromCents) < feeCents',
    to: 'feeBy(row, row.fromCents) <= feeCents',
    why: 'a hint is only for what costs less',
  },
  {
    file: feeRules,
    from: 'waivedCents: scheduledFeeCents - feeCents',
    to: 'waivedCents: 0n',
    why: 'a waived fee is known',
  },
  {
    file: fees,
    from: "if (!isAsShown)\n      return { refuse: { code: 'invalidAmount', details: { reason: 'quoteChanged', ...quoteAnswer(quote) } } }\n",
    to: '',
    why: 'a person is never charged a total other than the one they saw',
  },
  {
    file: fees,
    from: 'quote.isWaived ? { ownerId, movementId } : null',
    to: 'null',
    why: 'a waived fee uses a free operation',
  },
  {
    file: fees,
    from: 'if (takes) freeUsed.set(takes.ownerId, (freeUsed.get(takes.ownerId) ?? 0) + 1)',
    to: '',
    why: 'two operations of one batch do not share a free one',
  },
  {
    file: fees,
    from: 'changes.flatMap(({ restores }) => restores ?? [])',
    to: '[] as FreeOperation[]',
    why: 'a free operation that came to nothing is free again',
  },
  {
    file: feesStore,
    from: 'where effective_from <= $1 order by',
    to: 'order by',
    why: 'a line of the schedule begins on its day',
  },
  {
    file: feesStore,
    from: ' and free_operations.movement_id = ended.movement_id',
    to: '',
    why: 'only the free operation that ended is given back',
  },
  {
    file: parties,
    from: 'if (refusal) return { refuse: { ...refusal, stored: false } }\n',
    to: '',
    why: 'who pays is looked at again under the lock',
  },
  {
    file: parties,
    from: 'canReceive(parties.get(receiver), receiverMinTier)',
    to: 'canReceive(parties.get(receiver), 0)',
    why: 'held money is released to a verified person only',
  },
  {
    file: parties,
    from: 'if (receiver !== undefined && !canReceive(',
    to: 'if (receiver === null && !canReceive(',
    why: 'who receives is looked at again under the lock',
  },
  {
    file: partyRules,
    from: "if (party.status !== 'open') return { code: 'accountRestricted', details: { reason: party.status } }\n",
    to: '',
    why: 'a frozen account sends nothing',
  },
  {
    file: partyRules,
    from: "if (!party.isEmailVerified) return { code: 'emailNotVerified' }\n",
    to: '',
    why: 'sending needs a verified address',
  },
  {
    file: partyRules,
    from: "if (!party.isPhoneVerified) return { code: 'kycRequired', details: { missing: ['phone'] } }\n",
    to: '',
    why: 'sending needs a verified phone',
  },
  {
    file: partyRules,
    from: 'if (party.tier < minTier)',
    to: 'if (party.tier + 1 < minTier)',
    why: 'an operation needs its tier',
  },
  {
    file: partyRules,
    from: 'party.tier >= minTier &&',
    to: 'party.tier + 1 >= minTier &&',
    why: 'a receiver needs the tier that is asked for',
  },
  {
    file: partyRules,
    from: "party.status !== 'closed'",
    to: "party.status !== 'closing'",
    why: 'a closed account receives nothing',
  },
  {
    file: cooling,
    from: 'const COOLING_CENTS = 50_000n',
    to: 'const COOLING_CENTS = 50_001n',
    why: 'not a cent more leaves a cooling account',
  },
  {
    file: cooling,
    from: "operation: 'withdraw', window: '24h', limitCents: 0n, special }",
    to: "operation: 'withdraw', window: '24h', limitCents: COOLING_CENTS, special }",
    why: 'nothing is withdrawn from a cooling account',
  },
  {
    file: participant,
    from: 'hasWaited || isOverCap(state, facts, receiver, amountCents)',
    to: 'isOverCap(state, facts, receiver, amountCents)',
    why: 'a transfer after one that was held waits as well',
  },
]
