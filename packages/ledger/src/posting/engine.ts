import { lockInOneStatement, lockOwnerByOwner } from '../rows/lock-accounts.ts'
import type { LockAccounts } from '../rows/lock-accounts.ts'
import { writeThenCommit, writeWithCommit } from './write-batch.ts'
import type { WriteAndCommit } from './write-batch.ts'

/**
 * Where one PostgreSQL and distributed tables differ. `keepsBatchTime`: whether a setting of the transaction is visible
 * to every statement, wherever its rows are.
 */
export type Engine = { lock: LockAccounts; write: WriteAndCommit; keepsBatchTime: boolean }

export const singleNodeEngine: Engine = { lock: lockInOneStatement, write: writeWithCommit, keepsBatchTime: true }
export const distributedEngine: Engine = { lock: lockOwnerByOwner, write: writeThenCommit, keepsBatchTime: false }
