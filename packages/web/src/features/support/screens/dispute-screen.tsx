import type { Dispute, TicketWithMessages, Transaction } from '@puente/contract'
import { Banner } from '@puente/ui/badge'
import { Button, buttonClass } from '@puente/ui/button'
import { Card } from '@puente/ui/card'
import { DefinitionList } from '@puente/ui/definition-list'
import { iconButtonClass } from '@puente/ui/icon-button'
import { Money } from '@puente/ui/money'
import { Loading, SkeletonRows } from '@puente/ui/skeleton'
import { useQuery } from '@tanstack/react-query'
import { Link, useLocation, useRouter } from '@tanstack/react-router'
import X from 'lucide-react/icons/x'
import { Suspense, useState } from 'react'
import { useTranslations } from 'use-intl'
import { lazyPart } from '#lib/browser/lazy-part.ts'
import { withDraft } from '#lib/forms/draft.ts'
import { useFormats } from '#lib/i18n/format.ts'
import { useHeadingAfter } from '#lib/layout/focus-heading.ts'
import { LoadFailed, failureOf } from '#lib/layout/load-failed.tsx'
import { paths } from '#lib/layout/paths.ts'
import { movementQuery } from '#shared/movement/movement-list.ts'
import { useMovementName } from '#shared/movement/movement-texts.ts'
import { isCreditAhead, isOpenDispute, useDisputeNext } from '#shared/support/dispute-words.ts'
import { disputeQuery, ticketQuery } from '../api/support.ts'
import { CancelFirst } from '../parts/cancel-first.tsx'
import { DisputeBadge } from '../parts/dispute-row.tsx'
import { DisputeTimeline } from '../parts/dispute-timeline.tsx'

const WithdrawDialog = lazyPart(() => import('../parts/withdraw-dialog.tsx').then((part) => part.WithdrawDialog))

/** The report chosen in the list; the choice is in the history entry, so that it survives a reload. */
export const DisputeScreen = () => {
  const t = useTranslations('common')
  const id = useLocation({ select: ({ state }) => state.dispute }) ?? ''
  const dispute = useQuery({ ...disputeQuery(id), enabled: id !== '' })
  if (dispute.data) return <Detail key={id} dispute={dispute.data} />
  if (dispute.isError) return <LoadFailed {...failureOf(dispute)} />
  return (
    <Loading label={t('loading')}>
      <SkeletonRows count={3} />
    </Loading>
  )
}

const Detail = ({ dispute }: { dispute: Dispute }) => {
  const t = useTranslations('disputes')
  const nextOf = useDisputeNext()
  const { data: row } = useQuery(movementQuery(dispute.transactionId))
  const { data: ticket } = useQuery({
    ...ticketQuery(dispute.ticketId),
    enabled: isOpenDispute(dispute) || dispute.answerId !== null,
  })
  const [isAsking, setAsking] = useState(false)
  const thread = (variant: 'primary' | 'secondary') => (
    <Link
      to={paths.settingsTicket.path}
      state={{ ticket: dispute.ticketId }}
      className={buttonClass({ variant, full: true })}
    >
      {t('thread')}
    </Link>
  )
  const isAsked = isOpenDispute(dispute) && ticket?.state === 'waitingForYou'
  // Withdrawing it takes its own button away.
  const part = useHeadingAfter(dispute.state)
  return (
    <div ref={part} className="grid gap-4">
      <Card>
        <Head dispute={dispute} />
        {isAsked && (
          <Banner tone="waiting" title={t('asked.title')} action={thread('primary')}>
            {t('asked.text')}
          </Banner>
        )}
        {row && <CancelFirst row={row} />}
        <Banner tone={isOpenDispute(dispute) ? 'waiting' : 'neutral'} title={t('nextTitle')}>
          {nextOf(dispute, row)}
        </Banner>
        <DisputeTimeline dispute={dispute} row={row} />
      </Card>
      <Answer dispute={dispute} ticket={ticket} />
      <Card>
        <Facts dispute={dispute} row={row} />
      </Card>
      {!isAsked && thread('secondary')}
      {dispute.can.withdraw && (
        <Button variant="ghost" full onClick={() => setAsking(true)}>
          {t('withdraw.action')}
        </Button>
      )}
      {isAsking && (
        <Suspense>
          <WithdrawDialog dispute={dispute} onClose={() => setAsking(false)} />
        </Suspense>
      )}
    </div>
  )
}

/** What we found, and after no error the right to see what we relied on. */
const Answer = ({ dispute, ticket }: { dispute: Dispute; ticket: TicketWithMessages | undefined }) => {
  const t = useTranslations('disputes')
  const router = useRouter()
  const found = ticket?.messages.find(({ id }) => id === dispute.answerId)
  const canAsk = dispute.state === 'resolvedAgainst'
  const askForCopies = () => {
    const state = { ticket: dispute.ticketId, ...withDraft('reply', { description: t('copies.message') }) }
    void router.navigate({ to: paths.settingsTicket.path, state })
  }
  return (
    (found || canAsk) && (
      <Card title={t('found')}>
        {found && <p className="whitespace-pre-line wrap-anywhere">{found.text}</p>}
        {canAsk && (
          <>
            <p className="text-text-muted">{t('copies.text')}</p>
            <Button variant="secondary" onClick={askForCopies}>
              {t('copies.action')}
            </Button>
          </>
        )}
      </Card>
    )
  )
}

const Head = ({ dispute }: { dispute: Dispute }) => {
  const t = useTranslations('disputes')
  const formats = useFormats()
  return (
    <div className="relative grid justify-items-center gap-2 text-center">
      <Link
        to={paths.disputes.path}
        resetScroll={false}
        aria-label={t('close')}
        className={`${iconButtonClass()} absolute -end-2 -top-2 max-desktop:hidden`}
      >
        <X aria-hidden="true" />
      </Link>
      <h2 className="max-w-full px-10 text-lg font-semibold">{t(`kinds.${dispute.kind}`)}</h2>
      <Money cents={dispute.amount} locale={formats.locale} size="xl" />
      <DisputeBadge state={dispute.state} />
    </div>
  )
}

const Facts = ({ dispute, row }: { dispute: Dispute; row: Transaction | undefined }) => {
  const t = useTranslations('disputes.facts')
  const formats = useFormats()
  const { transactionId, reference, date, answerBy, finalBy, automaticCredit, late, credit } = dispute
  const nameOf = useMovementName()
  const isOpen = isOpenDispute(dispute)
  const linked = (id: string, text: string) => (
    <Link
      to={paths.movementsDetail.path}
      state={{ movement: id }}
      className="inline-flex min-h-6 items-center font-semibold text-brand-text underline underline-offset-4"
    >
      {text}
    </Link>
  )
  return (
    <DefinitionList
      rows={[
        { term: t('transaction'), value: linked(transactionId, row ? `${nameOf(row)} · ${reference}` : reference) },
        { term: t('reported'), value: formats.dateTime(date) },
        ...(isCreditAhead(dispute, row) && late === null
          ? [{ term: t(automaticCredit ? 'creditBy' : 'decisionBy'), value: formats.day(answerBy) }]
          : []),
        ...(isOpen && late !== 'final' ? [{ term: t('finalBy'), value: formats.day(finalBy) }] : []),
        ...(credit === null
          ? []
          : [{ term: t('credit'), value: linked(credit.transactionId, formats.money(credit.amount)) }]),
        ...(credit !== null && credit.owed > 0 ? [{ term: t('owed'), value: formats.money(credit.owed) }] : []),
      ]}
    />
  )
}
