/** What opens an account fully, and which of it is done. */
import type { Me, Transaction } from '@puente/contract'
import { paths, type ScreenPath } from '#lib/layout/paths.ts'

type Moved = Pick<Transaction, 'state' | 'from' | 'method' | 'type'>

export type Task = {
  key: 'protect' | 'verifyEmail' | 'addPhone' | 'fundAccount' | 'verifyIdentity'
  done: boolean
  path: ScreenPath
}

const IDENTITY_TIER = 1

/** There is money in the account, wherever it came from, or there was before it left again. */
const isFunded = (
  { userID, wallet, held }: Pick<Me, 'userID' | 'wallet' | 'held'>,
  latest: readonly Moved[],
): boolean =>
  wallet.USD + held.USD > 0 ||
  latest.some(
    ({ state, from, method, type }) =>
      state === 'COMPLETED' && (from !== userID || method === 'wallet' || type === 'withdraw'),
  )

/** @param isUnprotected there is neither a password nor a passkey */
export const tasksOf = (
  me: Pick<Me, 'userID' | 'emailVerified' | 'phoneVerified' | 'wallet' | 'held' | 'KYC'>,
  isUnprotected: boolean,
  latest: readonly Moved[],
): Task[] => [
  ...(isUnprotected ? [{ key: 'protect', done: false, path: paths.settingsSecurity.path } as const] : []),
  { key: 'verifyEmail', done: me.emailVerified, path: paths.verifyUser.path },
  { key: 'addPhone', done: me.phoneVerified, path: paths.verifyAccount.path },
  { key: 'fundAccount', done: isFunded(me, latest), path: paths.deposit.path },
  { key: 'verifyIdentity', done: me.KYC.tier >= IDENTITY_TIER, path: paths.kyc.path },
]
