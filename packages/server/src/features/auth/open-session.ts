import { type Input, session as limits } from '@puente/contract'
import { audit } from '#platform/audit.ts'
import { newToken } from '#platform/crypto/tokens.ts'
import type { Trx } from '#platform/db/database.ts'
import { transaction } from '#platform/db/transaction.ts'
import type { PublicCtx } from '#platform/http/ctx.ts'
import { Refusal } from '#platform/http/refusal.ts'
import { getAccount, isOwnerInDoubt, lockCredentials } from '#features/accounts/index.ts'
import {
  answerChallenge,
  insertSignInChallenge,
  keepKnownLane,
  needsSecondFactor,
  proofOf,
  readSignInChallenge,
  rememberBrowser,
} from '#features/factors/index.ts'
import {
  answerSession,
  findTokenOwner,
  type GivenToken,
  giveCookie,
  type SessionFactor,
  startSession,
  type StartedSession,
  takeSignInToken,
} from '#features/sessions/index.ts'

const TOKEN_MS = limits.signInTokenSeconds * 1000

/**
 * The proof was begun before what ended it, as a change of the password does. An end in the future is of a clock that has been
 * set right since: it says nothing about what came before it, and the tokens there were then ended with the change.
 */
const isFromBefore = (begunAt: number, end: Date, at: Date): boolean => end <= at && begunAt < end.getTime()

type Opening = { ownerId: string; cookie: string; factor: SessionFactor; at: Date }

const open = async (ctx: PublicCtx, trx: Trx, opening: Opening): Promise<StartedSession> => {
  const session = await startSession(ctx, trx, opening)
  await audit(trx, {
    actor: { kind: 'user', id: opening.ownerId, sessionId: session.sessionId },
    action: 'session.opened',
    result: 'done',
    network: ctx.network,
    requestId: ctx.requestId,
    details: { factor: opening.factor },
  })
  return session
}

/**
 * From here to the end of the transaction nothing ends this person's sign-ins, so that what has ended them is seen and what will
 * ends the session too. The answer says whether one that was begun then counts.
 */
const lockSignIns = async (ctx: PublicCtx, trx: Trx, ownerId: string) => {
  const found = await lockCredentials(trx, ownerId)
  const at = ctx.clock.now()
  if (!found || found.isClosed) throw new Refusal('invalidToken')
  const ends = [found.provedSince, found.signInsEndedAt ?? found.provedSince]
  const requireCounting = (begunAt: number): void => {
    if (ends.some((end) => isFromBefore(begunAt, end, at))) throw new Refusal('invalidToken')
  }
  return { at, requireCounting }
}

/** A sign-in whose second factor is asked for. */
type Asked = { askedOf: string; challengeId: string }

/** The session of a token, or the challenge of its second factor. Either uses the token up. */
const openByToken = (ctx: PublicCtx, given: GivenToken, cookie: string): Promise<StartedSession | Asked> =>
  transaction(
    ctx.db,
    'open session',
    async (trx) => {
      const ownerId = await findTokenOwner(trx, given.token)
      if (ownerId === null) throw new Refusal('invalidToken')
      const { at, requireCounting } = await lockSignIns(ctx, trx, ownerId)
      const taken = await takeSignInToken(trx, given, at)
      if (!taken) throw new Refusal('invalidToken')
      const { proof, expiresAt } = taken
      if (at >= expiresAt) throw new Refusal('tokenExpired')
      requireCounting(expiresAt.getTime() - TOKEN_MS)
      // A passkey verifies its person, and so is two factors.
      if (proof !== 'passkey') {
        const account = await getAccount(trx, ctx.keys, ownerId)
        if (await needsSecondFactor(ctx, trx, account))
          return { askedOf: ownerId, challengeId: await insertSignInChallenge(ctx, trx, ownerId) }
      }
      const session = await open(ctx, trx, { ownerId, cookie, factor: proof, at })
      if (proof === 'passkey') await keepKnownLane(ctx, trx, ownerId)
      return session
    },
    ctx.isAwaited,
  )

type Answered = Omit<Input<'openSession'>, 'token' | 'socialToken' | 'challengeId'> & { challengeId: string }

/** The session of a sign-in whose second factor is proved; the browser may be remembered from here on, unless it could be a thief's. */
const openByProof = async (
  ctx: PublicCtx,
  { challengeId, rememberDevice = false, ...proofs }: Answered,
  cookie: string,
): Promise<StartedSession> => {
  const proof = proofOf(proofs)
  const after: { session?: StartedSession; giveDevice?: () => void } = {}
  await answerChallenge(ctx, {
    challengeId,
    proof,
    token: null,
    alongside: async (trx, { ownerId, createdAt }) => {
      const { at, requireCounting } = await lockSignIns(ctx, trx, ownerId)
      requireCounting(createdAt.getTime())
      after.session = await open(ctx, trx, { ownerId, cookie, factor: proof.factor as SessionFactor, at })
      if (rememberDevice && !(await isOwnerInDoubt(trx, ownerId)))
        after.giveDevice = await rememberBrowser(ctx, trx, ownerId)
    },
  })
  if (!after.session) throw new Error('a proved sign-in opened no session')
  after.giveDevice?.()
  return after.session
}

/** An empty cookie is no browser's. */
const tokenOf = (ctx: PublicCtx, { token, socialToken }: Pick<Input<'openSession'>, 'token' | 'socialToken'>) =>
  socialToken === undefined
    ? { token: token ?? '', browser: null }
    : { token: socialToken, browser: ctx.flowCookie ?? '' }

/**
 * Exchanges a sign-in token for the cookie and a bearer. The token works once, and one of a social login only in the browser that began it; when the person has five sessions, the
 * oldest makes room. For a caller that no longer waits the token is not used up. Refuses with `invalidToken` (unknown, used, or
 * from before the password was changed) and `tokenExpired`; where a second factor is asked for, with `stepUpRequired` and a
 * challenge, nothing being opened. Called again with the challenge and one proof within five minutes it opens the session; it
 * then refuses as proofs are refused (`invalidCode`, `usedCode`, `invalidSignIn`).
 */
export const openSession = async (
  ctx: PublicCtx,
  { token, socialToken, challengeId, ...answer }: Input<'openSession'>,
) => {
  const cookie = newToken()
  const opened =
    challengeId === undefined
      ? await openByToken(ctx, tokenOf(ctx, { token, socialToken }), cookie)
      : await openByProof(ctx, { challengeId, ...answer }, cookie)
  if ('askedOf' in opened) {
    throw new Refusal('stepUpRequired', { ...(await readSignInChallenge(ctx, opened.askedOf, opened.challengeId)) })
  }
  giveCookie(ctx.reply, cookie)
  return answerSession(ctx, opened)
}
