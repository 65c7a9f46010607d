import type { Factor } from '@puente/contract'
import type { Db } from '#platform/db/database.ts'

/** What the person has enrolled beside password and phone, the best first. Nothing can be enrolled yet. */
export const listEnrolled = async (_db: Db, _ownerId: string): Promise<Factor[]> => []
