import type { Passkey } from '@puente/contract'
import type { Db } from '#platform/db/database.ts'
import { listStoredPasskeys, type StoredPasskey } from './passkeys-store.ts'

type Shown = Pick<StoredPasskey, 'credentialId' | 'name' | 'createdAt' | 'lastUsedAt' | 'backedUp'>

/** A passkey as its owner sees it. */
export const passkeyOut = ({ credentialId, name, createdAt, lastUsedAt, backedUp }: Shown): Passkey => ({
  id: credentialId,
  name,
  createdAt: createdAt.toISOString(),
  lastUsedAt: lastUsedAt?.toISOString() ?? null,
  backedUp,
})

export const passkeysOut = async (db: Db, ownerId: string): Promise<{ items: Passkey[] }> => ({
  items: (await listStoredPasskeys(db, ownerId)).map(passkeyOut),
})
