/** Walks all chains of seals from their beginning, and checks the heads kept in the log. */
import { accountSeals, verifyChain, verifyEntries } from '@puente/ledger'
import type { Anchor, ChainReport } from '@puente/ledger'
import type { Pool } from 'pg'
import { auditSeals } from '../audit-seals.ts'

export const CHAINS = ['audit', 'entries', 'accounts'] as const
export type Anchors = Partial<Record<(typeof CHAINS)[number], Anchor[]>>

export const verifySeals = async (pool: Pool, { audit, entries, accounts }: Anchors): Promise<ChainReport[]> => [
  await verifyChain(pool, auditSeals, audit),
  await verifyEntries(pool, entries),
  await verifyChain(pool, accountSeals(), accounts),
]
