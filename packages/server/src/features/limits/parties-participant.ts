/**
 * Looks again, inside the batch, at who takes part: between a verb's first look and the lock an account may have been
 * frozen or closed. Its refusals are not stored, because they end when the account is in order again.
 */
import type { Participant } from '#platform/participant.ts'
import { readParties } from './parties-store.ts'
import type { Party } from './parties-store.ts'
import { canReceive, payerRefusal, senderRefusal } from './party-rules.ts'

/**
 * `payer` must be allowed an operation of `minTier`; `sender`, who sent before, must not be frozen since; `receiver` must be
 * able to receive, and have reached a tier if one is named.
 */
export type PartiesNeed = {
  payer?: { ownerId: string; minTier: number }
  sender?: string
  receiver?: string
  receiverMinTier?: number
}
export type Parties = ReadonlyMap<string, Party>

const everyone = ({ payer, sender, receiver }: PartiesNeed): string[] =>
  [payer?.ownerId, sender, receiver].filter((id) => id !== undefined)

export const partiesParticipant: Participant<PartiesNeed, Parties, null, Parties> = {
  name: 'parties',
  phase: 'before',
  load: (client, needs, at) => {
    const ownerIds = [...new Set(needs.flatMap(({ need }) => everyone(need)))]
    const sends = needs.filter(({ need }) => need.receiver !== undefined)
    const payers = [...new Set(sends.flatMap(({ need }) => need.payer?.ownerId ?? []))]
    return readParties(client, { ownerIds, payers, at })
  },
  decide: (parties, { payer, sender, receiver, receiverMinTier = 0 }) => {
    const refusal =
      (payer ? payerRefusal(parties.get(payer.ownerId), payer.minTier) : null) ??
      (sender === undefined ? null : senderRefusal(parties.get(sender)))
    if (refusal) return { refuse: { ...refusal, stored: false } }
    if (receiver !== undefined && !canReceive(parties.get(receiver), receiverMinTier))
      return { refuse: { code: 'invalidUser', stored: false } }
    return { change: null, fact: parties }
  },
  apply: () => {},
  save: () => [],
}
