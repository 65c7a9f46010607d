/**
 * Two people of whom one has blocked the other: no money goes between them, in either direction. Decided in the batch, where a block
 * that was committed before holds whatever the verb has seen. Neither side is told who blocked whom.
 */
import type { Participant } from '#platform/participant.ts'
import { type Pair, readBlocks } from './blocks-batch-store.ts'

type BlocksNeed = { between: Pair }

const idOf = ([one, other]: Pair): string => `${one}/${other}`

export const blocksParticipant: Participant<BlocksNeed, ReadonlySet<string>, null> = {
  name: 'blocks',
  phase: 'before',
  load: async (client, needs) => {
    const found = await readBlocks(
      client,
      needs.map(({ need }) => need.between),
    )
    return new Set(found.map(idOf))
  },
  decide: (blocks, { between: [one, other] }) => {
    const isBlocked = blocks.has(idOf([one, other])) || blocks.has(idOf([other, one]))
    return isBlocked ? { refuse: { code: 'invalidUser', stored: false } } : { change: null }
  },
  apply: () => {},
  save: () => [],
}
