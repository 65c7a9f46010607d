/**
 * The end of a freeze takes four eyes: one operator proposes it, another approves that very proposal within a day, by its
 * digest. Both times what was written since the last checkpoint and what the freeze is about are proven first, and nothing is
 * released while anything is wrong.
 */
import { audit } from '#platform/audit.ts'
import { databaseNow } from '#platform/db/database.ts'
import { transaction } from '#platform/db/transaction.ts'
import { systemClock } from '#platform/clock.ts'
import type { Keys } from '#platform/key-rings.ts'
import { endFreeze, findFreeze, findProposal, insertProposal, updateApproved } from './freeze-store.ts'
import type { Freeze, Proposal } from './freeze-store.ts'
import { approvedUntil, digestOver, requireApproval } from './four-eyes.ts'
import { proveForRelease } from './prove-money.ts'
import { OperatorRefused } from './operator-refused.ts'
import { requireOperator } from './require-operator.ts'
import type { OperatorContext, OperatorCredentials } from './require-operator.ts'

/** The keys tell whether a checkpoint is ours. */
export type ReleaseContext = OperatorContext & { keys: Pick<Keys, 'papers'> }

const digestOf = ({ frozenAt, reason, maker, proposedAt, expiresAt }: Omit<Proposal, 'digest'>): string =>
  digestOver(frozenAt, reason, maker, proposedAt, expiresAt)

const requireFreeze = async ({ db }: OperatorContext): Promise<Freeze> => {
  const freeze = await findFreeze(db)
  if (!freeze) throw new OperatorRefused('Money is not frozen')
  return freeze
}

const requireSound = async ({ db, keys }: ReleaseContext, { accused }: Freeze): Promise<void> => {
  const { violations, tampering } = await proveForRelease({ db, keys }, accused)
  const [broken] = violations
  if (broken) throw new OperatorRefused(`The proof fails: ${broken.invariant}: ${JSON.stringify(broken.where)}`)
  const [changed] = tampering
  if (changed) throw new OperatorRefused(`The proof fails: ${changed.chain}: ${changed.kind} ${changed.name}`)
}

/** Proposes to release money and answers with the digest that another operator has to approve. */
export const proposeRelease = async (
  ctx: ReleaseContext,
  credentials: OperatorCredentials,
  reason: string,
): Promise<string> => {
  const maker = await requireOperator(ctx, credentials)
  const freeze = await requireFreeze(ctx)
  await requireSound(ctx, freeze)
  const proposedAt = await databaseNow(ctx.db, systemClock)
  const expiresAt = approvedUntil(proposedAt)
  const asked = { frozenAt: freeze.at, reason, maker, proposedAt, expiresAt }
  const digest = digestOf(asked)
  await transaction(ctx.db, 'propose a release', async (trx) => {
    await insertProposal(trx, { ...asked, digest })
    await audit(trx, {
      actor: { kind: 'operator', id: maker },
      action: 'release.proposed',
      object: { type: 'release', id: digest },
      result: 'done',
      details: { reason },
    })
  })
  return digest
}

/** Approves another operator's proposal and releases money. */
export const approveRelease = async (
  ctx: ReleaseContext,
  credentials: OperatorCredentials,
  digest: string,
): Promise<void> => {
  const freeze = await requireFreeze(ctx)
  const {
    proposed: proposal,
    checker,
    at,
  } = await requireApproval(
    ctx,
    credentials,
    () => findProposal(ctx.db, digest),
    (kept) => digestOf(kept) === digest,
  )
  if (proposal.frozenAt.getTime() !== freeze.at.getTime())
    throw new OperatorRefused('Money was frozen again since this was proposed')
  await requireSound(ctx, freeze)
  await transaction(ctx.db, 'release money', async (trx) => {
    const isOpen = await updateApproved(trx, digest, checker, at)
    if (!isOpen || !(await endFreeze(trx, digest))) throw new OperatorRefused('Another operator was faster')
    await audit(trx, {
      actor: { kind: 'operator', id: checker },
      action: 'money.released',
      object: { type: 'release', id: digest },
      result: 'done',
      details: { maker: proposal.maker, reason: proposal.reason },
    })
  })
}
