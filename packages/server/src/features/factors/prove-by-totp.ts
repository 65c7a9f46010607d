import type { Services } from '#platform/services.ts'
import type { Prove, ProofVerdict } from './prove.ts'
import { stepOf } from './totp.ts'
import { findTotp, takeStep } from './totp-store.ts'

/** The code that the authenticator app shows in this half minute; it serves once, for whatever it is given. */
export const checkTotp = async (
  { clock, db, keys }: Pick<Services, 'clock' | 'db' | 'keys'>,
  ownerId: string,
  code: string,
): Promise<ProofVerdict> => {
  const app = await findTotp(db, keys, ownerId)
  const step = app && stepOf(app.secret, code, clock.now())
  if (!app || step === null) return { passes: false, code: 'invalidCode', reason: 'app' }
  if (step <= app.lastStep) return { passes: false, code: 'usedCode', reason: 'app' }
  return { passes: true, spend: (trx) => takeStep(trx, ownerId, step) }
}

/** The same as a proof; guesses are counted already. */
export const proveByTotp: Prove<string> = (ctx, { account }, code) => checkTotp(ctx, account.id, code)
