/** Tells the owner of a sign-in that failed at its second step: somebody got past the first. */
import { getAccount, isOwnerInDoubt, mailToOwner } from '#features/accounts/index.ts'
import { browserOf, wasHereSince } from '#features/sessions/index.ts'
import { transaction } from '#platform/db/transaction.ts'
import type { PublicCtx } from '#platform/http/ctx.ts'
import type { JobOf } from '#platform/jobs/tasks.ts'
import { BUDGETS } from '#platform/rate-limit/throttles.ts'
import type { Services } from '#platform/services.ts'
import type { MailFacts } from '#providers/mail/mail-params.ts'
import { standingOf } from './challenge-rules.ts'
import { type Challenge, findChallenge } from './challenges-store.ts'

/** Bare uuids; `facts` are those of the newest wrong proof, `browser` the hash that names its browser, null where it has no device cookie. */
type Failed = { ownerId: string; challengeId: string; facts: MailFacts; browser: string | null }

declare module '#platform/jobs/tasks.ts' {
  interface Tasks {
    'failed-sign-in.tell': Failed
  }
}
declare module '#platform/events.ts' {
  interface Events {
    /** Somebody got past the first step of a sign-in, and not past the second. */
    'sign-in.failed': { ownerId: string }
  }
}

type Ending = Pick<Challenge, 'expiresAt'>

const jobOf = (
  { clock }: Pick<Services, 'clock'>,
  failed: Failed,
  { expiresAt }: Ending,
): JobOf<'failed-sign-in.tell'> => ({
  task: 'failed-sign-in.tell',
  payload: failed,
  key: `failed-sign-in/${failed.challengeId}`,
  delayMs: expiresAt.getTime() - clock.now().getTime(),
})

/** The look at a sign-in once its challenge is over, after a wrong proof; one for each challenge. */
export const lookAtFailedSignIn = (
  { agent, clock, deviceCookie, keys }: Pick<PublicCtx, 'agent' | 'clock' | 'deviceCookie' | 'keys'>,
  challenge: Challenge,
): JobOf<'failed-sign-in.tell'> => {
  const { browser, device, timeZone } = agent()
  const facts = { browser, device, timeZone, at: clock.now().toISOString() }
  const { ownerId, challengeId } = challenge
  return jobOf({ clock }, { ownerId, challengeId, facts, browser: browserOf({ deviceCookie, keys }) }, challenge)
}

type Telling = Pick<Services, 'budgets' | 'clock' | 'config' | 'db' | 'events' | 'jobs' | 'keys'>

/**
 * Mails the owner unless the challenge was answered after all, or someone got in meanwhile from the same browser: then it was their own
 * slip, while an owner who is busy elsewhere reads of a stranger's. At most once in six hours, not to an address that is not proved, and not while it is in doubt whose the account is: what it advises, a new
 * password, is refused then.
 */
export const tellOfFailedSignIn = (services: Telling, failed: Failed): Promise<void> =>
  transaction(services.db, 'tell of a failed sign-in', async (trx) => {
    const { budgets, clock, config, events, jobs, keys } = services
    const { ownerId, challengeId, facts, browser } = failed
    const challenge = await findChallenge(trx, keys, { ownerId, challengeId, sessionId: null })
    const standing = standingOf(challenge, clock.now())
    // A code by SMS has given it more time.
    if (challenge && standing === 'open') return jobs.add(trx, jobOf(services, failed, challenge))
    if (!challenge || standing === 'proved') return
    if (browser && (await wasHereSince(trx, ownerId, browser, challenge.createdAt))) return
    const account = await getAccount(trx, keys, ownerId)
    if (!account.emailVerified || account.status === 'closed' || (await isOwnerInDoubt(trx, ownerId))) return
    if ((await budgets.take(ownerId, BUDGETS.failedSignInMail)) > 0) return
    await events.record(trx, { event: 'sign-in.failed', data: { ownerId } })
    const params = { link: `${config.publicUrl}/reset-password`, facts }
    await jobs.add(trx, mailToOwner(services, account, { template: 'signInFailed', ref: challengeId, params }))
  })
