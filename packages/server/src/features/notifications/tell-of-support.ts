/**
 * What people hear about what they wrote to us: that we have it, that we answered or are late, and what becomes of a problem they reported. Of money that is
 * credited or goes back, and of our answer with its reasons, the law wants them to hear in writing (12 CFR 1005.11): that mail is sent
 * whatever they chose.
 */
import { getAccount, mailToOwner } from '#features/accounts/index.ts'
import { type Dispute, disputeOut, findDispute, findTicket, lateOf, listMessages } from '#features/support/index.ts'
import { findMovement } from '#features/wallet/index.ts'
import { momentInNewYork } from '#platform/calendar/bank-days-rules.ts'
import type { JobRun, TaskHandlers } from '#platform/jobs/tasks.ts'
import type { Services } from '#platform/services.ts'
import type { MailParams } from '#providers/mail/mail-params.ts'
import { pathOfNotice } from './notice-path.ts'
import { type Notice, noticeIdOf } from './notice.ts'
import { tellNotices } from './tell-notices.ts'

type OfDispute = {
  ownerId: string
  id: string
  to: Exclude<Letter, 'creditOwed'> | 'late'
}
type Letter = keyof typeof LETTERS

declare module '#platform/jobs/tasks.ts' {
  interface Tasks {
    'notices.tell-ticket': { ownerId: string; id: string; to: 'messageReceived' | 'answered' | 'asked' }
    'notices.tell-dispute': OfDispute
  }
}

const LETTERS = {
  reported: 'disputeReported',
  credited: 'disputeCredited',
  resolvedFor: 'disputeResolvedFor',
  resolvedAgainst: 'disputeResolvedAgainst',
  creditEnds: 'disputeCreditEnds',
  withdrawn: 'disputeWithdrawn',
  cameBack: 'disputeCameBack',
  creditTakenBack: 'disputeCreditTakenBack',
  creditOwed: 'disputeCreditOwed',
} as const

/** Neither is ever deleted, so an event of one that is not there is a fault of ours, and a person who was not told. */
const notThere = ({ log }: Services, label: 'ticket' | 'dispute', jobId: string): void =>
  log.error({ alert: true, label, jobId }, 'an owner was not told: there is no such ticket or dispute')

/** The day that a letter speaks of: of the answer, or of the credit's end. */
const dayOf = ({ credit, finalDay }: Dispute): string => credit?.takeBackDay ?? finalDay

/** With money to go back, the answer says when. */
const letterOf = (to: Letter, { credit }: Dispute) =>
  to === 'resolvedAgainst' && credit !== null ? 'disputeAgainstWithCredit' : LETTERS[to]

/** Our answer in the dispute's ticket: of one that a release without `answerMessageId` decided, our latest words. */
const answerIn = async ({ db, keys }: Services, { ownerId, ticketId, answerMessageId }: Dispute): Promise<string> => {
  const messages = await listMessages(db, keys, { ownerId, ticketId })
  const answer = messages.find(({ messageId }) => messageId === answerMessageId)
  return (answer ?? messages.findLast(({ author }) => author === 'support'))?.text ?? ''
}

/** What the confirmation of a report promises, as the screen does. */
const reportOf = async (services: Services, dispute: Dispute): Promise<NonNullable<MailParams['report']>> => {
  const { automaticCredit, creditDue, answerBy, finalBy } = await disputeOut(services, dispute)
  const state = (await findMovement(services.db, dispute))?.state
  if (!creditDue || state === 'CANCELLED') return { next: 'answer', answerBy, finalBy }
  if (state !== 'COMPLETED') return { next: 'underWay', answerBy, finalBy }
  return { next: automaticCredit ? 'answerOrCredit' : 'answerOrDecision', answerBy, finalBy }
}

const letterMail = async (services: Services, dispute: Dispute, to: Letter, notice: Notice) => {
  const account = await getAccount(services.db, services.keys, dispute.ownerId)
  return mailToOwner(services, account, {
    template: letterOf(to, dispute),
    ref: noticeIdOf(notice),
    params: {
      link: `${services.config.publicUrl}${pathOfNotice(notice.object)}`,
      date: dayOf(dispute),
      answer: await answerIn(services, dispute),
      ...(to === 'reported' && { report: await reportOf(services, dispute) }),
      notice: {
        name: `support.${to}`,
        at: notice.at.toISOString(),
        amountCents: Number(amountOf(dispute, to)),
        reference: dispute.reference,
      },
    },
  })
}

/** What the balance did not have of a credit that went back is owed, and the letter says so. */
const toldAs = (to: Exclude<OfDispute['to'], 'late'>, { credit }: Dispute): Letter =>
  to === 'creditTakenBack' && credit !== null && credit.owedCents > 0n ? 'creditOwed' : to

/** What was credited until there was an answer, what is owed of it, or all that is theirs now. */
const amountOf = ({ amountCents, credit }: Dispute, to: Letter): bigint => {
  if (credit === null || to === 'reported' || to === 'resolvedFor') return amountCents
  return to === 'creditOwed' ? credit.owedCents : credit.cents
}

/** That a deadline has passed: once for each, however often its alarm goes off, and not once there is an answer or a credit. */
const tellLate = async (services: Services, dispute: Dispute): Promise<void> => {
  const { ownerId, disputeId, amountCents, reference, answerDay, finalDay } = dispute
  const late = lateOf(dispute, await findMovement(services.db, dispute), services.clock.now())
  if (late === null) return
  const notice: Notice = {
    ownerId,
    source: `dispute/${disputeId}/late/${late}`,
    at: momentInNewYork(late === 'answer' ? answerDay : finalDay, '23:59'),
    kind: 'support',
    variant: 'late',
    object: { type: 'dispute', id: disputeId },
    amountCents,
    said: { amountCents, reference },
  }
  await tellNotices(services, [notice])
}

export const tellOfSupport = (services: Services) =>
  ({
    'notices.tell-ticket': async ({ ownerId, id, to }, { jobId, orderedAt }: JobRun) => {
      if (!(await findTicket(services.db, { ownerId, ticketId: id }))) return notThere(services, 'ticket', jobId)
      const what = { kind: 'support', variant: to, object: { type: 'ticket', id } } as const
      await tellNotices(services, [{ ownerId, source: `job/${jobId}`, at: orderedAt, ...what }])
    },
    'notices.tell-dispute': async ({ ownerId, id, to }, { jobId, orderedAt }: JobRun) => {
      const dispute = await findDispute(services.db, { ownerId, disputeId: id })
      if (!dispute) return notThere(services, 'dispute', jobId)
      if (to === 'late') return tellLate(services, dispute)
      const variant = toldAs(to, dispute)
      const notice: Notice = {
        ownerId,
        source: `job/${jobId}`,
        at: orderedAt,
        kind: 'support',
        variant,
        isMailed: true,
        object: { type: 'dispute', id },
        amountCents: amountOf(dispute, variant),
      }
      const letter = await letterMail(services, dispute, variant, notice)
      await tellNotices(services, [notice], async (trx) => {
        await services.jobs.add(trx, letter)
        return () => true
      })
    },
  }) satisfies TaskHandlers
