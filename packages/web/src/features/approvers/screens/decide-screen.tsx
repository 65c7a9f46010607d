/** One payment of another person: what is needed to decide, and the decision. */
import type { ApprovalDecision, ApprovalOutcome } from '@puente/contract'
import { Avatar } from '@puente/ui/avatar'
import { Badge, Banner } from '@puente/ui/badge'
import { Button, buttonClass } from '@puente/ui/button'
import { Card } from '@puente/ui/card'
import { DefinitionList } from '@puente/ui/definition-list'
import { EmptyState } from '@puente/ui/empty-state'
import { EmptyListPicture } from '@puente/ui/illustrations'
import { Money } from '@puente/ui/money'
import { useNotices } from '@puente/ui/notice'
import { Loading, Skeleton } from '@puente/ui/skeleton'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Link, useLocation } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { ApiRefusal } from '#lib/api/api-errors.ts'
import { call } from '#lib/api/api.ts'
import { queryKeys } from '#lib/api/query-keys.ts'
import { useFileUrl } from '#lib/api/use-file-url.ts'
import { useShowError } from '#lib/forms/use-show-error.ts'
import { ConfirmDialog } from '#lib/layout/confirm-dialog.tsx'
import { useFormats } from '#lib/i18n/format.ts'
import { LoadFailed, failureOf } from '#lib/layout/load-failed.tsx'
import { paths } from '#lib/layout/paths.ts'
import { Screen } from '#lib/layout/screen.tsx'
import { decisionQuery } from '../api/approvers.ts'

export const DecideScreen = () => {
  const t = useTranslations('common')
  const id = useLocation({ select: ({ state }) => state.approval }) ?? ''
  const decision = useQuery(decisionQuery(id))
  if (decision.data) return <Decision key={id} decision={decision.data} />
  if (decision.error instanceof ApiRefusal && decision.error.code === 'notFound') return <Gone />
  return (
    <Screen width="form">
      {decision.isError ? (
        <LoadFailed {...failureOf(decision)} />
      ) : (
        <Loading label={t('loading')}>
          <Card>
            <Skeleton shape="title" />
            <Skeleton shape="amount" />
            <Skeleton shape="block" />
          </Card>
        </Loading>
      )}
    </Screen>
  )
}

const Gone = () => {
  const t = useTranslations('approvers.decide')
  return (
    <Screen width="form">
      <EmptyState
        picture={<EmptyListPicture />}
        title={t('gone')}
        text={t('goneText')}
        action={
          <Link to={paths.settingsApprovers.path} className={buttonClass()}>
            {t('all')}
          </Link>
        }
      />
    </Screen>
  )
}

const TONES = {
  waiting: 'waiting',
  approved: 'positive',
  declined: 'negative',
  cancelled: 'neutral',
  expired: 'neutral',
} as const satisfies Record<ApprovalOutcome, string>

const Decision = ({ decision }: { decision: ApprovalDecision }) => {
  const t = useTranslations('approvers.decide')
  const { outcome } = decision
  return (
    <Screen width="form">
      <Card>
        <Head decision={decision} />
        <Facts decision={decision} />
      </Card>
      {outcome === 'waiting' ? (
        <Choice decision={decision} />
      ) : (
        <>
          <Banner tone={TONES[outcome]}>{t(`outcomes.${outcome}`)}</Banner>
          <Link to={paths.settingsApprovers.path} className={buttonClass({ variant: 'secondary', full: true })}>
            {t('all')}
          </Link>
        </>
      )}
    </Screen>
  )
}

const Head = ({ decision: { fullName, to, amount, isFirst } }: { decision: ApprovalDecision }) => {
  const t = useTranslations('approvers.decide')
  const { locale } = useFormats()
  const image = useFileUrl(to.image)
  return (
    <div className="grid justify-items-center gap-1.5 text-center">
      <p className="text-text-muted">{t('pays', { name: fullName })}</p>
      <Money cents={amount} locale={locale} size="xl" />
      <div className="pt-2">
        <Avatar name={to.fullName} src={image} />
      </div>
      <p className="text-lg font-semibold">{to.fullName}</p>
      <p className="text-sm text-text-muted">@{to.publicTransactionId}</p>
      {isFirst ? <Badge tone="waiting">{t('first')}</Badge> : <p className="text-sm text-text-muted">{t('known')}</p>}
    </div>
  )
}

const Facts = ({ decision: { note, date, expiresAt, outcome } }: { decision: ApprovalDecision }) => {
  const t = useTranslations('approvers.decide')
  const formats = useFormats()
  return (
    <DefinitionList
      rows={[
        { term: t('note'), value: note === '' ? t('noNote') : note },
        { term: t('made'), value: formats.dateTime(date) },
        ...(outcome === 'waiting'
          ? [
              {
                term: t('until'),
                value: formats.dateTime(expiresAt),
                note: <span className="text-text-muted">{t('untilText')}</span>,
              },
            ]
          : []),
      ]}
    />
  )
}

const Choice = ({ decision: { transactionId, fullName: name, amount } }: { decision: ApprovalDecision }) => {
  const t = useTranslations('approvers.decide')
  const tApprovers = useTranslations('approvers')
  const tCommon = useTranslations('common')
  const formats = useFormats()
  const client = useQueryClient()
  const { show } = useNotices()
  const fail = useShowError()
  const [isAsked, setIsAsked] = useState(false)
  const decide = useMutation({
    mutationFn: (word: 'approve' | 'decline') => call('decideApproval', { transactionId, decision: word }),
    onSuccess: ({ outcome }, word) => {
      const isMine =
        (word === 'approve') === (outcome === 'approved') && outcome !== 'cancelled' && outcome !== 'expired'
      if (outcome !== 'waiting') show(isMine ? 'positive' : 'neutral', t(`done.${outcome}`))
    },
    onError: (error) => fail(error),
    onSettled: () => {
      setIsAsked(false)
      void client.invalidateQueries({ queryKey: queryKeys.approvers })
    },
  })
  const isPending = (word: 'approve' | 'decline') => decide.isPending && decide.variables === word
  return (
    <>
      <p className="text-text-muted">{t('careful', { name })}</p>
      <Button variant="secondary" full disabled={decide.isPending} onClick={() => setIsAsked(true)}>
        {t('decline')}
      </Button>

      <Button
        size="large"
        full
        pending={isPending('approve')}
        pendingLabel={tCommon('working')}
        onClick={() => !decide.isPending && decide.mutate('approve')}
      >
        {t('approve', { amount: formats.money(amount) })}
      </Button>

      {isAsked && (
        <ConfirmDialog
          title={t('declineTitle')}
          description={t('declineText', { name })}
          action={t('decline')}
          keep={tApprovers('back')}
          pending={isPending('decline')}
          onConfirm={() => !decide.isPending && decide.mutate('decline')}
          onClose={() => setIsAsked(false)}
        />
      )}
    </>
  )
}
