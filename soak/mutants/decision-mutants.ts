import type { Mutant } from './mutant.ts'

const posting = 'ledger/src/decide/decide-posting.ts'
const holds = 'ledger/src/decide/decide-holds.ts'
const reversal = 'ledger/src/decide/decide-reversal.ts'
const reversalRows = 'ledger/src/rows/reversals.ts'
const decide = 'ledger/src/decide/decide-batch.ts'
const command = 'ledger/src/decide/command.ts'
const replay = 'ledger/src/decide/replay.ts'
const keys = 'ledger/src/rows/keys.ts'
const writes = 'ledger/src/pg/writes.ts'

export const decisionMutants: readonly Mutant[] = [
  { file: posting, from: 'if (sum !== 0n) throw', to: 'if (sum > 999_999n) throw', why: 'legs sum to zero' },
  { file: posting, from: '  checkLegs(legs)\n', to: '', why: 'legs that are decided late are looked at as well' },
  { file: posting, from: '  checkHolds(holds)\n', to: '', why: 'holds that are decided late are looked at as well' },
  {
    file: posting,
    from: '  checkSum(state, overlay, legs)\n',
    to: '',
    why: 'the sum is looked at before anything is written',
  },
  { file: posting, from: 'account.seq + 1n', to: 'account.seq + 2n', why: 'entries are numbered without gaps' },
  {
    file: posting,
    from: 'balanceCents: account.balanceCents + leg.amountCents',
    to: 'balanceCents: account.balanceCents - leg.amountCents',
    why: 'a credit is positive',
  },
  {
    file: posting,
    from: 'balanceAfterCents: after.balanceCents',
    to: 'balanceAfterCents: account.balanceCents',
    why: 'an entry carries the balance after it',
  },
  {
    file: posting,
    from: 'floorCents !== null && balanceCents - heldCents < floorCents',
    to: 'floorCents !== null && balanceCents < floorCents',
    why: 'what is held cannot be spent',
  },
  {
    file: posting,
    from: 'floorCents !== null && balanceCents - heldCents < floorCents',
    to: 'floorCents !== null && balanceCents - heldCents <= floorCents',
    why: 'the last cent can be spent',
  },
  { file: posting, from: ' ?? belowFloor(overlay)', to: ' ?? null', why: 'no account falls below its floor' },
  {
    file: posting,
    from: '(command.reverses && decideReversal(state, overlay, command.reverses, legs)) ?? belowFloor',
    to: 'belowFloor',
    why: 'a reversal is capped by what was moved',
  },
  {
    file: posting,
    from: ".find((leg) => findAccount(state, overlay, leg).status !== 'open')",
    to: ".find((leg) => findAccount(state, overlay, leg).status === 'closed')",
    why: 'a frozen account moves nothing',
  },
  {
    file: posting,
    from: '  for (const [id, hold] of overlay.holds) state.holds.now.set(id, hold)\n',
    to: '',
    why: 'the next command of the batch sees the hold',
  },
  {
    file: posting,
    from: '  for (const [id, account] of overlay.accounts) state.accounts.now.set(id, account)\n',
    to: '',
    why: 'the next command of the batch sees the balance',
  },
  {
    file: posting,
    from: '  for (const [id, reversal] of overlay.reversals) state.reversals.now.set(id, reversal)\n',
    to: '',
    why: 'the next command of the batch sees what was taken back',
  },
  {
    file: posting,
    from: 'movedCents: reversal.movedCents + entry.amountCents',
    to: 'movedCents: reversal.movedCents',
    why: 'a transfer can be taken back in the same batch',
  },
  {
    file: holds,
    from: 'overlay.holds.has(id) || state.holds.now.get(id)',
    to: 'overlay.holds.has(id)',
    why: 'an id is placed once',
  },
  {
    file: holds,
    from: 'overlay.holds.has(id) || state.holds.now.get(id)',
    to: 'state.holds.now.get(id)',
    why: 'an id is placed once within a command',
  },
  {
    file: holds,
    from: "if (findAccount(state, overlay, op).status !== 'open')",
    to: 'if (false)',
    why: 'nothing is held in a frozen account',
  },
  {
    file: holds,
    from: '!hold || !holdMoves[hold.state].includes(ENDS_AS[op.op])',
    to: '!hold',
    why: 'a hold ends once',
  },
  {
    file: holds,
    from: '!(hold.expiresAt && hold.expiresAt <= state.at)',
    to: '!hold.expiresAt',
    why: 'a hold expires no earlier than its time',
  },
  {
    file: holds,
    from: 'hold.expiresAt <= state.at',
    to: 'hold.expiresAt < state.at',
    why: 'a hold expires at its time, not after it',
  },
  {
    file: holds,
    from: "if (askedCents > leftCents) return refuse('holdExceeded', op)\n",
    to: '',
    why: 'a hold gives at most its amount',
  },
  {
    file: holds,
    from: "op.op === 'settle' && op.final ? leftCents : askedCents",
    to: 'askedCents',
    why: 'a final settlement frees the rest',
  },
  {
    file: holds,
    from: '  changeHeld(state, overlay, hold, -freedCents)\n',
    to: '',
    why: 'what is freed is held no more',
  },
  { file: holds, from: '  changeHeld(state, overlay, hold, op.amountCents)\n', to: '', why: 'what is placed is held' },
  {
    file: holds,
    from: "freedCents === leftCents ? ENDS_AS[op.op] : 'open'",
    to: "'open'",
    why: 'a hold with nothing left has ended',
  },
  {
    file: reversal,
    from: '!isAgainst || absolute(returnedCents) > absolute(reversal.movedCents)',
    to: '!isAgainst',
    why: 'no more is taken back than was moved',
  },
  {
    file: reversal,
    from: '!isAgainst || absolute(returnedCents) > absolute(reversal.movedCents)',
    to: 'absolute(returnedCents) > absolute(reversal.movedCents)',
    why: 'a reversal goes the other way',
  },
  {
    file: reversal,
    from: 'return capped > 0 ? null : exceeded',
    to: 'return null',
    why: 'a reversal touches what it reverses',
  },
  {
    file: reversal,
    from: '    capped += 1\n',
    to: '    capped = 1\n    break\n',
    why: 'every account of the reversal is capped',
  },
  {
    file: reversalRows,
    from: 'on conflict (owner_id, transfer_id, account) do update set returned_cents = excluded.returned_cents',
    to: 'on conflict (owner_id, transfer_id, account) do nothing',
    why: 'the running total goes on',
  },
  { file: decide, from: 'if (state.frozen) return', to: 'if (false) return', why: 'a freeze stops all postings' },
  {
    file: decide,
    from: 'if (stored) return { outcome',
    to: 'if (stored && !stored.accepted) return { outcome',
    why: 'a key is decided once',
  },
  {
    file: decide,
    from: '  if (before) return { refuse: before }\n',
    to: '',
    why: 'a limit refuses before the money is decided',
  },
  {
    file: decide,
    from: '  if (after) return { refuse: after }\n',
    to: '',
    why: 'a participant behind the money can refuse',
  },
  {
    file: decide,
    from: '    participation.changes.push(change)\n',
    to: '',
    why: 'what a participant decided is saved',
  },
  {
    file: decide,
    from: '    participation.participant.apply(participation.state, change, state.at)\n',
    to: '',
    why: 'the next command sees what a participant decided',
  },
  {
    file: decide,
    from: 'if (isStored) store(state, command, false, JSON.stringify(refusal))',
    to: 'if (!isStored) store(state, command, false, JSON.stringify(refusal))',
    why: 'a refusal is permanent',
  },
  {
    file: decide,
    from: '  store(state, command, true, verdict.text)\n',
    to: '',
    why: 'what was accepted is stored under its key',
  },
  {
    file: replay,
    from: 'stored.requestHash === command.requestHash',
    to: 'stored.requestHash !== ""',
    why: 'other content under a used key is refused',
  },
  {
    file: keys,
    from: "if (stored.answer === null) throw new Error('the answer under this key was pruned')\n",
    to: '',
    why: 'a pruned answer is not completed to a part of itself',
  },
  {
    file: replay,
    from: 'answer === null ? { ...outcome, answerExpired: true } : outcome',
    to: 'outcome',
    why: 'a pruned answer is distinguished from an empty one',
  },
  {
    file: writes,
    from: 'if (sqlStateOf(error) !== UNIQUE_VIOLATION) throw error',
    to: 'throw error',
    why: 'a key that another command took costs a retry, not the command',
  },
  {
    file: command,
    from: 'legs.length !== 1 && legs.length <= MAX_LEGS',
    to: 'legs.length <= MAX_LEGS',
    why: 'a posting has two legs',
  },
  { file: command, from: 'cents > 0n && cents <= MAX_AMOUNT_CENTS', to: 'cents > 0n', why: 'amounts are bounded' },
  {
    file: command,
    from: 'cents > 0n && cents <= MAX_AMOUNT_CENTS',
    to: 'cents <= MAX_AMOUNT_CENTS',
    why: 'amounts are positive',
  },
  {
    file: command,
    from: 'must(floorCents === undefined || !isBelowChart(account, floorCents), ',
    to: 'must(floorCents === undefined || isBelowChart(account, floorCents) !== null, ',
    why: 'a command gives no account a lower floor',
  },
  {
    file: command,
    from: '    if (ownerId !== undefined && !isHouse(ownerId)) add({ ownerId, account: WALLET })\n',
    to: '    if (ownerId === undefined) continue\n',
    why: 'the wallet is the mutex of its owner',
    needsProcesses: true,
  },
  {
    file: command,
    from: 'must(KEY.test(command.key)',
    to: 'must(command.key.length > 0',
    why: 'a key is short and visible',
  },
  {
    file: command,
    from: 'must(command.reverses.transferId !== command.transferId',
    to: 'must(command.reverses.transferId !== ""',
    why: 'a transfer cannot reverse itself',
  },
]
