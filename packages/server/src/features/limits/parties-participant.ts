/**
 * Looks again, inside the batch, at who takes part: between a verb's first look and the lock an account may have been
 * frozen or closed. Its refusals are not stored, because they end when the account is in order again. Closing is decided here
 * too, under the lock of the wallet, so that money which arrives at the same moment is either in it before or refused after.
 */
import { type AccountRef, WALLET } from '@puente/ledger'
import { closeWrites } from '#features/accounts/index.ts'
import type { EventDoors } from '#platform/events.ts'
import { eventWrites } from '#platform/live/live-store.ts'
import type { Participant } from '#platform/participant.ts'
import { closingRefusal } from './closing-rules.ts'
import { type Debt, type DebtCause, debtCauseWrites, debtWrites } from './debts-store.ts'
import { type Closing, readCredited } from './credited-store.ts'
import { readParties } from './parties-store.ts'
import type { Party } from './parties-store.ts'
import { canReceive, payerRefusal, senderRefusal } from './party-rules.ts'
import { readUnderWay, type UnderWay } from './under-way-store.ts'

declare module '#platform/events.ts' {
  interface Events {
    /** The balance of a person who owes, or whom we owe an overpayment, may have grown. */
    'debt.payable': { ownerId: string }
    /** What a person owes has changed, in cents; below zero the house owes them. */
    'debt.changed': { ownerId: string; beforeCents: number; owedCents: number }
  }
}

/**
 * `payer` must be allowed an operation of `minTier`; `sender`, who sent before, must not be frozen since; `receiver` must be
 * able to receive, and have reached a tier if one is named; the account of `holder` must not be closed; that of `closes` is
 * closed, if it is open and empty, does not cool and its owner owes nothing. `gains` are not checked: their balance grows. What the command
 * moves in `receivable` is owed by `debtor`, or no longer owed; `movementId` is the row of theirs that says why.
 */
export type PartiesNeed = {
  payer?: { ownerId: string; minTier: number; mayOwe?: boolean }
  sender?: string
  receiver?: string
  receiverMinTier?: number
  holder?: string
  closes?: Closing
  gains?: string
  debtor?: { ownerId: string; receivable: AccountRef; movementId: string | null }
}
export type Parties = ReadonlyMap<string, Party>

type State = {
  parties: Map<string, Party>
  underWay: Map<string, UnderWay[]>
  /** What is credited and not final, by the owner of an account that is to be closed. */
  credited: Map<string, bigint>
  /** People about whom this batch has already decided something whose outcome is not known yet. */
  busy: Set<string>
  /** The person whose debt has changed: what it was before the batch, and the row that made it grow. */
  debts: Map<string, { beforeCents: bigint; movementId: string | null }>
  causes: DebtCause[]
}
/** `moved` is read once the legs are decided: the change of the debt, in cents. */
type Change = {
  people: string[]
  closes: string | undefined
  debt: (Omit<Debt, 'owedCents'> & { moved: () => bigint }) | null
}

const everyone = ({ payer, sender, receiver, holder, closes, gains, debtor }: PartiesNeed): string[] =>
  [payer?.ownerId, sender, receiver, holder, closes?.ownerId, gains, debtor?.ownerId].filter((id) => id !== undefined)

export const partiesParticipant: Participant<PartiesNeed, State, Change, Parties> = {
  name: 'parties',
  phase: 'before',
  load: async (client, needs, at) => {
    const ownerIds = [...new Set(needs.flatMap(({ need }) => everyone(need)))]
    const sends = needs.filter(({ need }) => need.receiver !== undefined)
    const payers = [...new Set(sends.flatMap(({ need }) => need.payer?.ownerId ?? need.sender ?? []))]
    const receivers = [...new Set(sends.flatMap(({ need }) => need.receiver ?? []))]
    const closing = needs.flatMap(({ need }) => need.closes ?? [])
    const [parties, underWay, credited] = await Promise.all([
      readParties(client, { ownerIds, payers, receivers, at }),
      readUnderWay(
        client,
        closing.map(({ ownerId }) => ownerId),
      ),
      Promise.all(closing.map(async (one) => [one.ownerId, await readCredited(client, one)] as const)),
    ])
    return { parties, underWay, credited: new Map(credited), busy: new Set(), debts: new Map(), causes: [] }
  },
  decide: ({ parties, underWay, credited, busy }, need, facts) => {
    const { payer, sender, receiver, receiverMinTier = 0, holder, debtor } = need
    const closes = need.closes?.ownerId
    const refusal =
      (payer ? payerRefusal(parties.get(payer.ownerId), payer) : null) ??
      (sender === undefined ? null : senderRefusal(parties.get(sender))) ??
      (closes === undefined ? null : senderRefusal(parties.get(closes)))
    if (refusal) return { refuse: { ...refusal, stored: false } }
    if (receiver !== undefined && !canReceive(parties.get(receiver), receiverMinTier))
      return { refuse: { code: 'invalidUser', stored: false } }
    if (holder !== undefined && (parties.get(holder)?.status ?? 'closed') === 'closed')
      return { refuse: { code: 'invalidUser', stored: false } }
    if (closes !== undefined) {
      const { balanceCents, heldCents } = facts.balanceOf({ ownerId: closes, account: WALLET })
      const party = parties.get(closes)
      const kept = closingRefusal({
        balanceCents,
        heldCents,
        owedCents: party?.owedCents ?? 0n,
        creditedCents: credited.get(closes) ?? 0n,
        underWay: underWay.get(closes) ?? [],
        until: party?.cooling?.until ?? null,
      })
      if (kept) return { refuse: kept }
      if (busy.has(closes)) return { refuse: { code: 'serviceUnavailable', stored: false } }
    }
    const debt = debtor && {
      ownerId: debtor.ownerId,
      movementId: debtor.movementId,
      moved: () => -facts.movedIn(debtor.receivable),
    }
    return { change: { people: everyone(need), closes, debt: debt ?? null }, fact: parties }
  },
  apply: ({ parties, busy, debts, causes }, { people, closes, debt }) => {
    for (const ownerId of people) busy.add(ownerId)
    const moved = debt?.moved() ?? 0n
    const debtor = debt && parties.get(debt.ownerId)
    if (debtor && moved !== 0n) {
      parties.set(debtor.ownerId, { ...debtor, owedCents: debtor.owedCents + moved })
      const earlier = debts.get(debtor.ownerId) ?? { beforeCents: debtor.owedCents, movementId: null }
      debts.set(debtor.ownerId, moved > 0n ? { ...earlier, movementId: debt.movementId } : earlier)
      if (moved > 0n && debt.movementId !== null) causes.push({ ownerId: debt.ownerId, movementId: debt.movementId })
    }
    const party = closes === undefined ? undefined : parties.get(closes)
    if (party) parties.set(party.ownerId, { ...party, status: 'closed' })
  },
  save: ({ parties, debts, causes }, changes, at) => [
    ...closeWrites(
      changes.flatMap(({ closes }) => closes ?? []),
      at,
    ),
    ...debtWrites(
      [...debts].map(([ownerId, { movementId }]) => ({
        ownerId,
        movementId,
        owedCents: parties.get(ownerId)?.owedCents ?? 0n,
      })),
      at,
    ),
    ...debtCauseWrites(causes),
  ],
}

/** The same, and emits with the batch each debt that has changed or that a balance may now pay, and refreshes the screens of people whose debt changed. */
export const createPartiesParticipant = ({
  wake,
  writesOf,
}: Pick<EventDoors, 'writesOf'> & { wake: (ownerIds: Iterable<string>) => void }): typeof partiesParticipant => ({
  ...partiesParticipant,
  save: (state, changes, at) => {
    const people = [...new Set(changes.flatMap((change) => change.people))]
    const owedBy = (ownerId: string): bigint => state.parties.get(ownerId)?.owedCents ?? 0n
    const open = people.filter((ownerId) => owedBy(ownerId) !== 0n)
    const changed = [...state.debts].map(([ownerId, { beforeCents }]) => ({
      event: 'debt.changed' as const,
      data: { ownerId, beforeCents: Number(beforeCents), owedCents: Number(owedBy(ownerId)) },
    }))
    return [
      ...partiesParticipant.save(state, changes, at),
      ...eventWrites([...state.debts.keys()].map((ownerId) => ({ ownerId, event: 'wallet', data: {} }) as const)),
      ...writesOf([...changed, ...open.map((ownerId) => ({ event: 'debt.payable', data: { ownerId } }) as const)]),
    ]
  },
  afterCommit: (changes) => wake(changes.flatMap(({ debt }) => debt?.ownerId ?? [])),
})
