/** The four things that open an account fully, and which of them are done. */
import type { Me } from '@puente/contract'
import { paths, type ScreenPath } from '#lib/layout/paths.ts'

export type Task = {
  key: 'verifyEmail' | 'addPhone' | 'fundAccount' | 'verifyIdentity'
  done: boolean
  path: ScreenPath
}

const IDENTITY_TIER = 1

export const tasksOf = (me: Pick<Me, 'emailVerified' | 'phoneVerified' | 'wallet' | 'held' | 'KYC'>): Task[] => [
  { key: 'verifyEmail', done: me.emailVerified, path: paths.verifyUser.path },
  { key: 'addPhone', done: me.phoneVerified, path: paths.verifyAccount.path },
  { key: 'fundAccount', done: me.wallet.USD + me.held.USD > 0, path: paths.deposit.path },
  { key: 'verifyIdentity', done: me.KYC.tier >= IDENTITY_TIER, path: paths.kyc.path },
]
