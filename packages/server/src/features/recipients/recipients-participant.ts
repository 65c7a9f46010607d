/**
 * Looks again, inside the batch, at the recipient of a withdrawal: between a verb's first look and the lock it may have been
 * edited, taken off the list or refused by its bank. What goes to a new one is counted here, and taken off the count when it comes
 * back, so that of parallel withdrawals at the edge of its day only those pass that fit.
 */
import type { Participant } from '#platform/participant.ts'
import { type EndedUse, recipientRefusal, type RecipientStanding, withoutUse, withUse } from './recipient-rules.ts'
import { coolingWrites, lockRecipients, type RecipientRef } from './recipients-batch-store.ts'

export type RecipientNeed =
  /** A withdrawal of `amountCents` (without the fee) to the version that its owner was shown. */
  | { take: RecipientRef & { versionId: string; amountCents: bigint } }
  /** One that was cancelled, declined or returned. */
  | { restore: RecipientRef & EndedUse }

const refOf = (need: RecipientNeed): RecipientRef => ('take' in need ? need.take : need.restore)
const keyOf = ({ ownerId, recipientId }: RecipientRef) => `${ownerId}/${recipientId}`

export const recipientsParticipant: Participant<RecipientNeed, Map<string, RecipientStanding>, RecipientNeed> = {
  name: 'recipients',
  phase: 'before',
  load: async (client, needs) => {
    const asked = new Map(needs.map(({ need }) => [keyOf(refOf(need)), refOf(need)]))
    const standings = await lockRecipients(client, [...asked.values()])
    return new Map(standings.map((standing) => [keyOf(standing), standing]))
  },
  decide: (standings, need, { at }) => {
    if ('restore' in need) return { change: need }
    const refusal = recipientRefusal(standings.get(keyOf(need.take)), need.take, at)
    return refusal ? { refuse: refusal } : { change: need }
  },
  apply: (standings, need, at) => {
    const key = keyOf(refOf(need))
    const standing = standings.get(key)
    if (!standing) return
    standings.set(key, 'take' in need ? withUse(standing, need.take, at) : withoutUse(standing, need.restore, at))
  },
  save: (standings, changes, at) =>
    coolingWrites(
      [...new Set(changes.map((need) => keyOf(refOf(need))))].flatMap((key) => {
        const standing = standings.get(key)
        return standing && at < standing.coolingUntil ? [standing] : []
      }),
    ),
}
