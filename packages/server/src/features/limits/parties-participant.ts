/**
 * Looks again, inside the batch, at who takes part: between a verb's first look and the lock an account may have been
 * frozen or closed. Its refusals are not stored, because they end when the account is in order again. Closing is decided here
 * too, under the lock of the wallet, so that money which arrives at the same moment is either in it before or refused after.
 */
import { WALLET } from '@puente/ledger'
import { closeWrites } from '#features/accounts/index.ts'
import type { Participant } from '#platform/participant.ts'
import { closingRefusal } from './closing-rules.ts'
import { type Debts, readDebts } from './owed-store.ts'
import { readParties } from './parties-store.ts'
import type { Party } from './parties-store.ts'
import { canReceive, payerRefusal, senderRefusal } from './party-rules.ts'
import { readUnderWay, type UnderWay } from './under-way-store.ts'

/**
 * `payer` must be allowed an operation of `minTier`; `sender`, who sent before, must not be frozen since; `receiver` must be
 * able to receive, and have reached a tier if one is named; the account of `holder` must not be closed; that of `closes` is
 * closed, which takes an empty and open one whose owner owes nothing.
 */
export type PartiesNeed = {
  payer?: { ownerId: string; minTier: number }
  sender?: string
  receiver?: string
  receiverMinTier?: number
  holder?: string
  closes?: Debts
}
export type Parties = ReadonlyMap<string, Party>

type State = {
  parties: Map<string, Party>
  underWay: Map<string, UnderWay[]>
  /** By the owner of an account that is to be closed, in cents. */
  owed: Map<string, { owedCents: bigint; creditedCents: bigint }>
  /** Of whom something was decided in this very batch: what that comes to is not known yet. */
  busy: Set<string>
}
type Change = { people: string[]; closes: string | undefined }

const everyone = ({ payer, sender, receiver, holder, closes }: PartiesNeed): string[] =>
  [payer?.ownerId, sender, receiver, holder, closes?.ownerId].filter((id) => id !== undefined)

export const partiesParticipant: Participant<PartiesNeed, State, Change, Parties> = {
  name: 'parties',
  phase: 'before',
  load: async (client, needs, at) => {
    const ownerIds = [...new Set(needs.flatMap(({ need }) => everyone(need)))]
    const sends = needs.filter(({ need }) => need.receiver !== undefined)
    const payers = [...new Set(sends.flatMap(({ need }) => need.payer?.ownerId ?? need.sender ?? []))]
    const receivers = [...new Set(sends.flatMap(({ need }) => need.receiver ?? []))]
    const closing = needs.flatMap(({ need }) => need.closes ?? [])
    const [parties, underWay, owed] = await Promise.all([
      readParties(client, { ownerIds, payers, receivers, at }),
      readUnderWay(
        client,
        closing.map(({ ownerId }) => ownerId),
      ),
      Promise.all(closing.map(async (debtor) => [debtor.ownerId, await readDebts(client, debtor)] as const)),
    ])
    return { parties, underWay, owed: new Map(owed), busy: new Set() }
  },
  decide: ({ parties, underWay, owed, busy }, need, facts) => {
    const { payer, sender, receiver, receiverMinTier = 0, holder } = need
    const closes = need.closes?.ownerId
    const refusal =
      (payer ? payerRefusal(parties.get(payer.ownerId), payer.minTier) : null) ??
      (sender === undefined ? null : senderRefusal(parties.get(sender))) ??
      (closes === undefined ? null : senderRefusal(parties.get(closes)))
    if (refusal) return { refuse: { ...refusal, stored: false } }
    if (receiver !== undefined && !canReceive(parties.get(receiver), receiverMinTier))
      return { refuse: { code: 'invalidUser', stored: false } }
    if (holder !== undefined && (parties.get(holder)?.status ?? 'closed') === 'closed')
      return { refuse: { code: 'invalidUser', stored: false } }
    if (closes !== undefined) {
      const { balanceCents, heldCents } = facts.balanceOf({ ownerId: closes, account: WALLET })
      const debts = owed.get(closes) ?? { owedCents: 0n, creditedCents: 0n }
      const kept = closingRefusal({ balanceCents, heldCents, ...debts, underWay: underWay.get(closes) ?? [] })
      if (kept) return { refuse: kept }
      if (busy.has(closes)) return { refuse: { code: 'serviceUnavailable', stored: false } }
    }
    return { change: { people: everyone(need), closes }, fact: parties }
  },
  apply: ({ parties, busy }, { people, closes }) => {
    for (const ownerId of people) busy.add(ownerId)
    const party = closes === undefined ? undefined : parties.get(closes)
    if (party) parties.set(party.ownerId, { ...party, status: 'closed' })
  },
  save: (_state, changes, at) =>
    closeWrites(
      changes.flatMap(({ closes }) => closes ?? []),
      at,
    ),
}
