/**
 * What opens an account fully, and which of it is done. An account with money in it is funded, wherever the money came from.
 */
import type { Me } from '@puente/contract'
import { paths, type ScreenPath } from '#lib/layout/paths.ts'

export type Task = {
  key: 'protect' | 'verifyEmail' | 'addPhone' | 'fundAccount' | 'verifyIdentity'
  done: boolean
  path: ScreenPath
}

const IDENTITY_TIER = 1

/** @param isUnprotected there is neither a password nor a passkey, as after coming by another service: no money can leave */
export const tasksOf = (
  me: Pick<Me, 'emailVerified' | 'phoneVerified' | 'wallet' | 'held' | 'KYC'>,
  isUnprotected: boolean,
): Task[] => [
  ...(isUnprotected ? [{ key: 'protect', done: false, path: paths.settingsSecurity.path } as const] : []),
  { key: 'verifyEmail', done: me.emailVerified, path: paths.verifyUser.path },
  { key: 'addPhone', done: me.phoneVerified, path: paths.verifyAccount.path },
  { key: 'fundAccount', done: me.wallet.USD + me.held.USD > 0, path: paths.deposit.path },
  { key: 'verifyIdentity', done: me.KYC.tier >= IDENTITY_TIER, path: paths.kyc.path },
]
