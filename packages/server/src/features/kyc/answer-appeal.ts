import { answerAppealRow, findOpenAppeal } from './appeals-store.ts'
import { type ActOutcome, noteAct, type OperatorAct } from './operator-act.ts'
import { tellOwner } from './tell-owner.ts'

/** Answers the open appeal: shown on the person's screens and mailed. It may give them all their tries again. */
export const answerAppeal = async (
  act: OperatorAct,
  { answer, givesTries }: { answer: string; givesTries: boolean },
): Promise<ActOutcome> => {
  const { services, trx, account } = act
  const ownerId = account.id
  const appealId = await findOpenAppeal(trx, ownerId)
  const given = { answer, givesTries, at: services.clock.now() }
  if (appealId === null || !(await answerAppealRow(trx, services.keys, { ownerId, appealId }, given))) return 'noAppeal'
  await services.live.publish(trx, { ownerId, event: 'kyc', data: {} })
  await tellOwner(services, trx, account, 'kycAppealAnswered', { answer })
  await noteAct(act, 'kyc-appeal.answered', { appealId, givesTries })
  return 'done'
}
