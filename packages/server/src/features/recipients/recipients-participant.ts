/**
 * Looks again, inside the batch, at the recipient of a withdrawal: between a verb's first look and the lock it may have been
 * edited, taken off the list or refused by its bank. What goes to a new one is counted here, so that of parallel withdrawals
 * at the edge of its day only one passes.
 */
import type { Participant } from '#platform/participant.ts'
import { recipientRefusal, type RecipientStanding } from './recipient-rules.ts'
import { coolingWrites, lockRecipients } from './recipients-batch-store.ts'

/** A withdrawal of `amountCents` (without the fee) to the version that its owner was shown. */
export type RecipientNeed = { ownerId: string; recipientId: string; versionId: string; amountCents: bigint }

const keyOf = ({ ownerId, recipientId }: Pick<RecipientNeed, 'ownerId' | 'recipientId'>) => `${ownerId}/${recipientId}`

export const recipientsParticipant: Participant<RecipientNeed, Map<string, RecipientStanding>, RecipientNeed> = {
  name: 'recipients',
  phase: 'before',
  load: async (client, needs) => {
    const asked = new Map(needs.map(({ need }) => [keyOf(need), need]))
    const standings = await lockRecipients(client, [...asked.values()])
    return new Map(standings.map((standing) => [keyOf(standing), standing]))
  },
  decide: (standings, need, { at }) => {
    const refusal = recipientRefusal(standings.get(keyOf(need)), need, at)
    return refusal ? { refuse: refusal } : { change: need }
  },
  apply: (standings, need, at) => {
    const standing = standings.get(keyOf(need))
    if (standing && at < standing.coolingUntil)
      standings.set(keyOf(need), { ...standing, coolingUsedCents: standing.coolingUsedCents + need.amountCents })
  },
  save: (standings, changes, at) =>
    coolingWrites(
      [...new Set(changes.map(keyOf))].flatMap((key) => {
        const standing = standings.get(key)
        return standing && at < standing.coolingUntil ? [standing] : []
      }),
    ),
}
