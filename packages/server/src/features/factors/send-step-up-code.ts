import { formatMoney, isWithdrawal, STORED_LANGUAGES, type StepUpIntent } from '@puente/contract'
import en from '@puente/contract/texts/en.json' with { type: 'json' }
import es from '@puente/contract/texts/es.json' with { type: 'json' }
import ko from '@puente/contract/texts/ko.json' with { type: 'json' }
import { type Account, areTextsStopped, claimOf, languageOfAccount, maskPhone } from '#features/accounts/index.ts'
import { codeHmac, newCode } from '#platform/crypto/tokens.ts'
import { transaction } from '#platform/db/transaction.ts'
import type { PublicCtx } from '#platform/http/ctx.ts'
import { Refusal } from '#platform/http/refusal.ts'
import { unlinked } from '#platform/unlinked.ts'
import { type Budget, BUDGETS } from '#platform/rate-limit/throttles.ts'
import { smsJob } from '#providers/sms/sms-job.ts'
import { CHALLENGE_MS, RESEND_AFTER_MS } from './challenge-rules.ts'
import { type Challenge, setCode } from './challenges-store.ts'
import { knownLaneOf } from './known-lane.ts'

export const CODE_PURPOSE = 'step-up'

const ACTS: Record<keyof typeof STORED_LANGUAGES, Partial<Record<string, string>>> = {
  en: en.acts,
  es: es.acts,
  ko: ko.acts,
}

const NAME_MAX = 60

const nameInSms = (name: string): string => unlinked(name.slice(0, NAME_MAX))

const templateOf = (intent: StepUpIntent) => {
  // An approver sends nothing: it is another person's payment.
  if (intent.operation === 'decideApproval') return 'stepUpApprove'
  return isWithdrawal(intent) ? 'stepUpWithdraw' : 'stepUpSend'
}

/** What the message says is being confirmed. */
const wordsOf = (intent: StepUpIntent, language: keyof typeof STORED_LANGUAGES) => {
  const { operation, payee, totalCharge } = intent
  if (payee === undefined || totalCharge === undefined)
    return { template: 'stepUpAct', params: { act: ACTS[language][operation] ?? operation } } as const
  const amount = formatMoney(totalCharge, STORED_LANGUAGES[language])
  return { template: templateOf(intent), params: { amount, payee: nameInSms(payee) } } as const
}

type Count = readonly [subject: string, ...budgets: Budget[]]

/**
 * What a message is counted by: three an hour that are not answered, and ten a day, to the holder of a
 * number, whatever strangers send it. Those of a
 * sign-in are counted apart, since who has the password must not use up what the person who is signed in confirms with; those
 * of a browser that passed a factor before, apart from all others. Of the ten that sessions in other browsers share, one may use
 * half: a stolen session leaves codes to the rest.
 */
const countsOf = async (ctx: PublicCtx, { ownerId, sessionId }: Challenge): Promise<Count[]> => {
  const { codesPerHour, codesPerDay, codesPerSessionADay } = BUDGETS
  const lane = await knownLaneOf(ctx, ownerId)
  const all = sessionId === null ? `phone-sign-in:${ownerId}` : `phone:${ownerId}`
  if (lane !== null) return [[`${all}:${lane}`, codesPerHour, codesPerDay]]
  if (sessionId === null) return [[all, codesPerHour, codesPerDay]]
  return [
    [`phone:${sessionId}`, codesPerHour, codesPerSessionADay],
    [all, codesPerDay],
  ]
}

/** Codes that probably never arrive, since their reader stopped our texts, are counted apart: those that arrive are not used up. */
const countsOfStopped = (ownerId: string): Count[] => [[`phone-stopped:${ownerId}`, BUDGETS.codesPerDay]]

const restore = async ({ budgets }: PublicCtx, counts: readonly Count[]): Promise<void> => {
  for (const count of counts) await budgets.restore(...count)
}

/**
 * A code that was answered right had the right reader: the next one need not wait for the hour. What a day may cost stays
 * counted.
 */
export const giveHourBack = async (ctx: PublicCtx, challenge: Challenge): Promise<void> => {
  for (const [subject] of await countsOf(ctx, challenge)) await ctx.budgets.restore(subject, BUDGETS.codesPerHour)
}

/** Counts one message in all of them, or refuses with `tooManyRequests` and counts it in none. */
const consume = async (ctx: PublicCtx, counts: readonly Count[]): Promise<void> => {
  for (const [at, count] of counts.entries()) {
    const retryAfterSeconds = await ctx.budgets.take(...count)
    if (retryAfterSeconds === 0) continue
    await restore(ctx, counts.slice(0, at))
    throw new Refusal('tooManyRequests', { retryAfterSeconds })
  }
}

export type CodeSent = { expiresAt: Date; sentTo: string; resendAt: string; stopped: boolean }

/**
 * Sends the code of a challenge to the verified phone, in a message that names what it confirms. Within a minute the one that
 * was sent stands, unless its reader has stopped our texts (`stopped`): then the next one is sent at once, since they may have let us in
 * again, ten times a day. A look leaves what was sent as it is. Refuses with `tooManyRequests` beyond the budgets of codes, and with `serviceUnavailable` where no SMS is sent.
 */
export const sendStepUpCode = async (
  ctx: PublicCtx,
  challenge: Challenge,
  account: Account,
  isLook = false,
): Promise<CodeSent> => {
  const { clock, config, db, jobs, keys } = ctx
  const { phone, phoneStoppedAt } = account
  if (phone === null) throw new Error('a verified phone has no number')
  if (config.sms === 'off') throw new Refusal('serviceUnavailable', { reason: 'sms' })
  const at = clock.now()
  const claim = claimOf(keys, 'phone', phone)
  const stopped = areTextsStopped(account, at)
  const sent = (sentAt: Date, expiresAt: Date): CodeSent => ({
    expiresAt,
    sentTo: maskPhone(phone),
    resendAt: (stopped ? at : new Date(sentAt.getTime() + RESEND_AFTER_MS)).toISOString(),
    stopped,
  })
  const { codeSentAt, codeClaim } = challenge
  const isLost = codeSentAt !== null && phoneStoppedAt !== null && codeSentAt <= phoneStoppedAt
  const notSince = isLost ? codeSentAt : new Date(at.getTime() - RESEND_AFTER_MS)
  const stands = isLook || (codeSentAt !== null && codeSentAt > notSince)
  if (codeSentAt && stands && codeClaim === claim) return sent(codeSentAt, challenge.expiresAt)
  const counts = stopped ? countsOfStopped(challenge.ownerId) : await countsOf(ctx, challenge)
  await consume(ctx, counts)
  const { challengeId } = challenge
  const code = newCode()
  const expiresAt = new Date(at.getTime() + CHALLENGE_MS)
  const language = languageOfAccount(account)
  const { template, params } = wordsOf(challenge.intent, language)
  const isFirst = await transaction(db, 'send a step-up code', async (trx) => {
    const hash = codeHmac(keys, { codeId: challengeId, purpose: CODE_PURPOSE }, code)
    if (!(await setCode(trx, challenge, { hash, claim, at, expiresAt, notSince }))) return false
    const order = { template, language, ref: `${challengeId}-${at.getTime()}`, until: expiresAt }
    await jobs.add(
      trx,
      smsJob(ctx, { ...order, holder: { ownerId: account.id, claim }, to: phone, params: { ...params, code } }),
    )
    return true
  })
  // Another call for the same challenge was faster, and its code is the one that counts.
  if (!isFirst) await restore(ctx, counts)
  return sent(at, expiresAt)
}
