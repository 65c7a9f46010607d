/**
 * Two people of whom one has blocked the other: no money goes between them, in either direction. Decided in the batch, where a block
 * that was committed before holds whatever the verb has seen. Neither side learns who blocked whom: `saysWhose` is for money that has come
 * already, and adds `isOwn` to the refusal, whether the first of the two has blocked the other.
 */
import type { Participant } from '#platform/participant.ts'
import { type Pair, readBlocks } from './blocks-batch-store.ts'

type BlocksNeed = { between: Pair; saysWhose?: boolean }

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
  decide: (blocks, { between: [one, other], saysWhose = false }) => {
    const isOwn = blocks.has(idOf([one, other]))
    if (!isOwn && !blocks.has(idOf([other, one]))) return { change: null }
    return { refuse: { code: 'invalidUser', stored: false, ...(saysWhose && { details: { isOwn } }) } }
  },
  apply: () => {},
  save: () => [],
}
