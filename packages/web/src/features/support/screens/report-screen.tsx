import { DISPUTE_KINDS, type DisputeKind, type Transaction } from '@puente/contract'
import { Banner } from '@puente/ui/badge'
import { Button } from '@puente/ui/button'
import { Card } from '@puente/ui/card'
import { useNotices } from '@puente/ui/notice'
import { Segmented } from '@puente/ui/segmented'
import { Loading, SkeletonRows } from '@puente/ui/skeleton'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Link, useLocation, useRouter } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { call } from '#lib/api/api.ts'
import { queryKeys } from '#lib/api/query-keys.ts'
import { AmountField } from '#lib/forms/amount-field.tsx'
import { focusFirstInvalid } from '#lib/forms/focus-invalid.ts'
import { useDraft } from '#lib/forms/use-draft.ts'
import { useFormats } from '#lib/i18n/format.ts'
import { LoadFailed, failureOf } from '#lib/layout/load-failed.tsx'
import { paths } from '#lib/layout/paths.ts'
import { useMe } from '#lib/session/me.ts'
import { movementQuery } from '#shared/movement/movement-list.ts'
import { isInFlight, isOutgoing } from '#shared/movement/movement.ts'
import { inOne, useEndText, useMovementName } from '#shared/movement/movement-texts.ts'
import { GetHelp } from '#shared/support/get-help.tsx'
import { helpWith } from '#shared/support/help.ts'
import { useAttachments } from '../api/attachments.ts'
import { AttachFiles } from '../parts/attach-files.tsx'
import { CancelFirst } from '../parts/cancel-first.tsx'
import { MessageField } from '../parts/message-field.tsx'

declare module '#lib/forms/draft.ts' {
  interface Drafts {
    dispute: { kind?: DisputeKind; description?: string; amount?: number | null }
  }
}

/** Of what came in only its amount can be in error, or something else. */
const OF_INCOMING: readonly DisputeKind[] = ['wrongAmount', 'other']

/** Reports a problem with the movement that was chosen. */
export const ReportScreen = () => {
  const t = useTranslations('common')
  const id = useLocation({ select: ({ state }) => state.movement }) ?? ''
  const movement = useQuery({ ...movementQuery(id), enabled: id !== '' })
  if (movement.data) return <Problem key={id} row={movement.data} />
  if (movement.isError) return <LoadFailed {...failureOf(movement)} />
  return (
    <Loading label={t('loading')}>
      <SkeletonRows count={3} />
    </Loading>
  )
}

/** One draft for the report and for what stands in its place when the money came back meanwhile. */
const Problem = ({ row }: { row: Transaction }) => {
  const entered = useDraft('dispute', row.id)
  return row.state === 'CANCELLED' ? <Ended row={row} kind={entered.draft.kind} /> : <Report row={row} {...entered} />
}

/** Which transaction it is about. */
const About = ({ row }: { row: Transaction }) => {
  const formats = useFormats()
  const name = useMovementName()(row)
  return (
    <p className="text-text-muted">
      <Link
        to={paths.movementsDetail.path}
        state={{ movement: row.id }}
        className="font-semibold text-brand-text underline underline-offset-4"
      >
        {`${name} · ${formats.money(row.amount)} · ${formats.date(row.date)}`}
      </Link>
    </p>
  )
}

/** No money moved in the end, as after its owner took it back here: there is nothing to decide, and perhaps something to ask. */
const Ended = ({ row, kind }: { row: Transaction; kind: DisputeKind | undefined }) => {
  const t = useTranslations('disputes')
  const tState = useTranslations('activity.states')
  const endText = useEndText()(row)
  return (
    <Card title={t('report')}>
      <About row={row} />
      <Banner tone="neutral" title={tState(row.state)} action={<GetHelp help={helpWith(row)} />}>
        {endText}
      </Banner>
      {kind === 'unauthorised' && <Stolen />}
    </Card>
  )
}

/** A stranger may be in the account. */
const Stolen = () => {
  const t = useTranslations('disputes.stolen')
  return (
    <Banner
      tone="waiting"
      title={t('title')}
      action={
        <Link
          to={paths.settingsAccount.path as string}
          className="inline-flex min-h-11 items-center font-semibold text-brand-text"
        >
          {t('action')}
        </Link>
      }
    >
      {t('text')}
    </Banner>
  )
}

const Report = ({ row, draft, change, drop }: { row: Transaction } & ReturnType<typeof useDraft<'dispute'>>) => {
  const t = useTranslations('disputes')
  const tCommon = useTranslations('common')
  const formats = useFormats()
  const { userID } = useMe()
  const router = useRouter()
  const client = useQueryClient()
  const { show } = useNotices()
  const attachments = useAttachments()
  const [isTried, setTried] = useState(false)
  const { kind = null, description = '', amount = null } = draft
  const whole = isOutgoing(row, userID) ? row.amount + row.fee : row.amount
  const isAmountFine = kind !== 'wrongAmount' || (amount !== null && amount > 0 && amount <= whole)
  const isReady = kind !== null && description.trim() !== '' && isAmountFine
  const kinds = isOutgoing(row, userID) ? DISPUTE_KINDS : OF_INCOMING

  const send = useMutation({
    mutationFn: async () =>
      call('createDispute', {
        transactionId: row.id,
        kind: kind ?? 'other',
        description: description.trim(),
        ...(await attachments.upload()),
        ...(kind === 'wrongAmount' && amount !== null && { amount }),
      }),
    onSuccess: async (dispute) => {
      client.setQueryData(queryKeys.dispute(dispute.id), dispute)
      await client.invalidateQueries({ queryKey: queryKeys.disputes })
      show('positive', t('sent'))
      drop()
      await router.navigate({ to: paths.disputesDetail.path, state: { dispute: dispute.id }, replace: true })
    },
    onError: attachments.showError,
  })
  return (
    <Card title={t('report')}>
      <About row={row} />
      <CancelFirst row={row} />
      <form
        noValidate
        className="grid gap-4"
        onSubmit={(event) => {
          event.preventDefault()
          if (!isReady) return focusFirstInvalid(() => setTried(true))
          if (!send.isPending) send.mutate()
        }}
      >
        <Segmented
          stacked
          label={t('kind')}
          value={kind}
          onChange={(value) => change({ kind: value })}
          options={kinds.map((value) => ({ value, label: t(`kinds.${value}`), description: t(`kindTexts.${value}`) }))}
          error={isTried && kind === null && t('kindMissing')}
        />
        {kind === 'unauthorised' && <Stolen />}
        {kind === 'wrongAmount' && (
          <AmountField
            label={t('amount')}
            value={amount}
            onChange={(cents) => change({ amount: cents })}
            {...(isTried && !isAmountFine && { error: t('amountHint', { amount: formats.money(whole) }) })}
          />
        )}
        <MessageField
          label={t('description')}
          hint={t('descriptionHint')}
          rows={6}
          value={description}
          isMissing={isTried && description.trim() === ''}
          onChange={(text) => change({ description: text })}
        />
        <AttachFiles attachments={attachments} />
        <p className="text-sm text-text-muted">
          {inOne(t('promise'), t(isInFlight(row) ? 'nothingToCredit' : 'mayCredit'))}
        </p>
        <Button type="submit" full pending={send.isPending} pendingLabel={tCommon('working')}>
          {t('send')}
        </Button>
      </form>
    </Card>
  )
}
