/**
 * The proof that it is still the same person, asked for one act. A call without a good token is refused with
 * `stepUpRequired`, and the refusal carries a challenge: what answers it gives the token for the repeat. Challenges are made
 * here, after the refusal, because what refuses may be the ledger's batch or a verb that cannot write.
 *
 * The token of an account act is taken before the verb, so that of two calls with it one passes; a verb that refuses has it
 * given back. A process that ends in between leaves it spent and nothing done: the person proves it again. The token of a
 * money call is taken with the money, in the batch.
 */
import type { Endpoint } from '@puente/contract'
import type { UserCtx } from './ctx.ts'
import { type Details, Refusal } from './refusal.ts'

/** Money for somebody, in cents. All but the name are bound to the proof. */
export type MoneyIntent = {
  operation: string
  rail: string
  /** Bare uuid. */
  payeeId: string
  payee: string
  amount: number
  currency: string
  totalCharge: number
}
/** What people read of an act that is about money. The proof is bound to the input, which says it too. */
export type ShownMoney = Pick<MoneyIntent, 'payee' | 'amount' | 'currency' | 'totalCharge'>
/** An act on the account; the proof is bound to all of its input. */
export type ActIntent = { operation: string; input: unknown; shown?: ShownMoney | undefined }
export type Intent = MoneyIntent | ActIntent

/** A token in use; `restore` makes it good again. */
export type TakenToken = { restore: () => Promise<void> }

/** `ctx` says whose session it is; a token of another one is none. */
export type StepUpGate = {
  /** Uses the token up for the intent; null when it is none for it, used or too old. */
  take: (ctx: StepUpCtx, intent: Intent, token: string) => Promise<TakenToken | null>
  /**
   * `details` of the refusal: the challenge, or `enrol` where the person must first get something to prove with. Refuses with
   * `accountRestricted` while what there is does not count.
   */
  challenge: (ctx: StepUpCtx, intent: Intent) => Promise<Details>
}

export type StepUpCtx = Omit<UserCtx, 'requireStepUp'>

/** What a verb refuses whatever the proof; it decides again when it is called. It may say what money the act is about. */
type EarlyCheck<Input> = (ctx: StepUpCtx, input: Input) => Promise<ShownMoney | undefined | void>
export type EarlyChecked = { beforeProof?: EarlyCheck<never> }

/** Marks a verb with its check, so that nobody spends a proof, or an SMS, on a call that cannot pass. */
export const checkedBeforeProof = <Input, Answer>(
  beforeProof: EarlyCheck<Input>,
  verb: (ctx: UserCtx, input: Input) => Promise<Answer>,
): typeof verb & EarlyChecked => Object.assign(verb, { beforeProof })

type Asked = {
  operation: string
  endpoint: Pick<Endpoint, 'stepUp' | 'idempotent'>
  gate: StepUpGate
  beforeProof?: EarlyCheck<never> | undefined
}

/** What was refused for want of a proof: the batch says it of money, everything else is the call with its input. */
const intentOf = (refusal: Refusal, act: ActIntent): Intent =>
  (refusal.details?.['intent'] as MoneyIntent | undefined) ?? act

/** A refusal that a proof would lift, as far as it has no challenge yet. */
const wantsChallenge = (error: unknown, { stepUp }: Asked['endpoint']): error is Refusal =>
  error instanceof Refusal &&
  error.code === 'stepUpRequired' &&
  stepUp !== undefined &&
  !('challengeId' in (error.details ?? {})) &&
  !('enrol' in (error.details ?? {}))

/** Runs a call of a signed-in person, with what its endpoint asks of a proof. */
export const withStepUp = async (
  { operation, endpoint, gate, beforeProof }: Asked,
  ctx: StepUpCtx,
  input: unknown,
  run: (ctx: UserCtx) => Promise<unknown>,
): Promise<unknown> => {
  const act = { operation, input }
  let taken: TakenToken | null = null
  const requireStepUp = async (): Promise<void> => {
    if (ctx.config.secondFactor === 'off' || taken) return
    taken = ctx.stepUpToken === null ? null : await gate.take(ctx, act, ctx.stepUpToken)
    if (!taken) throw new Refusal('stepUpRequired')
  }
  try {
    if (endpoint.stepUp === 'always' && !endpoint.idempotent) await requireStepUp()
    return await run({ ...ctx, requireStepUp })
  } catch (error) {
    if (error instanceof Refusal) await (taken as TakenToken | null)?.restore()
    if (!wantsChallenge(error, endpoint)) throw error
    const shown = (await beforeProof?.(ctx, input as never)) ?? undefined
    throw new Refusal('stepUpRequired', await gate.challenge(ctx, intentOf(error, { ...act, shown })))
  }
}
