import type { Pool } from 'pg'
import type { SealHead, SealSource } from '../seal/seal-chain.ts'
import { verifyChain } from '../seal/verify-chain.ts'
import type { Tampering } from '../seal/verify-chain.ts'

/** Checks each chain between the heads of two checkpoints, the later ones included. */
export const verifyChains = async (
  pool: Pool,
  chains: readonly SealSource[],
  since: readonly SealHead[],
  until: readonly SealHead[],
): Promise<Tampering[]> => {
  const found: Tampering[] = []
  for (const source of chains) {
    const after = since.find(({ chain }) => chain === source.chain)
    const head = until.find(({ chain }) => chain === source.chain)
    if (!head && !after) continue
    // What ends before it begins was cut.
    if (!head || (after && head.n < after.n)) {
      found.push({ chain: source.chain, kind: 'sealMissing', name: `seal ${after?.n}`, seal: after?.n ?? null })
      continue
    }
    if (head.n === after?.n) {
      if (head.hash !== after.hash)
        found.push({ chain: source.chain, kind: 'sealAltered', name: `seal ${head.n}`, seal: head.n })
      continue
    }
    found.push(...(await verifyChain(pool, source, [head], { after, through: head.n })).tampering)
  }
  return found
}
