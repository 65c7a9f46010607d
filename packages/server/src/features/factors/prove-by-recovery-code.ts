import { recordSecurityEvent } from '#features/security-log/index.ts'
import { mailAboutFactor } from './factor-changed.ts'
import type { Prove } from './prove.ts'
import { recoveryCodeHash } from './recovery-codes.ts'
import { findRecoveryCode, takeRecoveryCode } from './recovery-codes-store.ts'

/** One of the ten codes, which serves once; the owner is told by mail. */
export const proveByRecoveryCode: Prove<string> = async (ctx, { account }, code) => {
  const hash = recoveryCodeHash(code)
  const standing = await findRecoveryCode(ctx.db, account.id, hash)
  if (standing === 'none') return { passes: false, code: 'invalidCode', reason: 'recoveryCode' }
  if (standing === 'used') return { passes: false, code: 'usedCode', reason: 'recoveryCode' }
  return {
    passes: true,
    spend: async (trx) => {
      if (!(await takeRecoveryCode(trx, account.id, hash, ctx.clock.now()))) return false
      await recordSecurityEvent(trx, ctx, account.id, 'recoveryCodeUsed')
      await mailAboutFactor(ctx, trx, account.id, 'recoveryCodeUsed')
      return true
    },
  }
}
