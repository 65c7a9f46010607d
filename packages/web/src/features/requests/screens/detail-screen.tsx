import type { MoneyRequest } from '@puente/contract'
import { Banner } from '@puente/ui/badge'
import { Button, buttonClass } from '@puente/ui/button'
import { Card } from '@puente/ui/card'
import { DefinitionList, type DefinitionRow } from '@puente/ui/definition-list'
import { EmptyState } from '@puente/ui/empty-state'
import { iconButtonClass } from '@puente/ui/icon-button'
import { Money } from '@puente/ui/money'
import { Loading, Skeleton } from '@puente/ui/skeleton'
import { useQuery } from '@tanstack/react-query'
import { Link, useLocation } from '@tanstack/react-router'
import X from 'lucide-react/icons/x'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { ApiRefusal } from '#lib/api/api-errors.ts'
import { productNow } from '#lib/browser/product-time.ts'
import { useFormats } from '#lib/i18n/format.ts'
import { LoadFailed, failureOf } from '#lib/layout/load-failed.tsx'
import { paths } from '#lib/layout/paths.ts'
import { BlockPerson } from '#shared/contacts/block-person.tsx'
import { BegunForRequest } from '#shared/payment/begun-payment.tsx'
import { GoneBackBanners } from '#shared/payment/gone-back.tsx'
import { requestQuery } from '../api/requests.ts'
import { useRequestAct } from '../api/use-request-act.ts'
import { EndDialog } from '../parts/end-dialog.tsx'
import { isOpenLink, RequestBadge, RequestFace, useOtherSide, usePaidText } from '../parts/request-parts.tsx'
import { Payments } from '../parts/payments.tsx'
import { ShareLink } from '../parts/share-link.tsx'

/** The request chosen in the list; the choice is in the history entry, so that it survives a reload. */
export const DetailScreen = () => {
  const t = useTranslations('common')
  const tRequests = useTranslations('requests')
  const id = useLocation({ select: ({ state }) => state.request }) ?? ''
  const request = useQuery({ ...requestQuery(id), enabled: id !== '' })
  if (request.data) return <Detail key={id} row={request.data} />
  if (request.error instanceof ApiRefusal && request.error.code === 'notFound')
    return <EmptyState title={tRequests('closed.unknown')} text={tRequests('closed.unknownText')} />
  if (request.isError) return <LoadFailed {...failureOf(request)} />
  return (
    <Loading label={t('loading')}>
      <Card>
        <div className="grid justify-items-center gap-3">
          <Skeleton shape="circle" />
          <Skeleton shape="title" />
          <Skeleton shape="amount" />
        </div>
        <Skeleton />
        <Skeleton shape="block" />
      </Card>
    </Loading>
  )
}

const Detail = ({ row }: { row: MoneyRequest }) => {
  const t = useTranslations('requests')
  const { money } = useFormats()
  const { link, qrText, state, was, processing, note } = row
  const isLate = Date.parse(row.expiresAt) <= productNow()
  const underWay = (
    <Banner tone="info" title={t('underWay')}>
      {t(`${isLate ? 'processingLate' : 'processing'}.${was}`)}
    </Banner>
  )
  return (
    <div className="grid gap-4">
      <Card>
        <Head row={row} />
        <p className="text-center whitespace-pre-line wrap-anywhere">{note}</p>
        {processing && (was === 'sent' ? underWay : <BegunForRequest id={row.id}>{underWay}</BegunForRequest>)}
        <GoneBackBanners {...row} many={row.uses === 'multi'} />
        <Actions row={row} />
      </Card>
      {state === 'open' && !isLate && link !== null && qrText !== null && (
        <Card title={t('share.title')}>
          <ShareLink
            link={link}
            qrText={qrText}
            label={t('share.label', { amount: money(row.amount) })}
            words={t('share.words', { amount: money(row.amount), note })}
          />
        </Card>
      )}
      {was === 'sent' && row.uses === 'multi' && <Payments row={row} />}
      <Card>
        <Facts row={row} />
      </Card>
      {was === 'received' && row.email !== null && row.fullName !== null && (
        <BlockPerson handle={row.email} name={row.fullName} />
      )}
    </div>
  )
}

const Head = ({ row }: { row: MoneyRequest }) => {
  const t = useTranslations('requests')
  const formats = useFormats()
  const name = useOtherSide()(row)
  const paidText = usePaidText()(row)
  return (
    <div className="relative grid justify-items-center gap-2 text-center">
      <Link
        to={paths.requests.path}
        resetScroll={false}
        aria-label={t('close')}
        className={`${iconButtonClass()} absolute -end-2 -top-2 max-desktop:hidden`}
      >
        <X aria-hidden="true" />
      </Link>
      <RequestFace row={row} />
      <h2 className="max-w-full px-10 text-lg font-semibold wrap-anywhere">
        {isOpenLink(row) ? t('head.link') : t(`head.${row.was}`, { name })}
      </h2>
      <Money cents={row.amount} locale={formats.locale} size="xl" />
      <p className="flex flex-wrap items-center justify-center gap-2 text-sm text-text-muted">
        <RequestBadge row={row} />
        {paidText !== null && <span>{paidText}</span>}
      </p>
    </div>
  )
}

/** What the viewer may do now, as the server says. */
const Actions = ({ row }: { row: MoneyRequest }) => {
  const t = useTranslations('requests')
  const { money } = useFormats()
  const name = useOtherSide()(row)
  const [asking, setAsking] = useState<'cancel' | 'decline' | null>(null)
  const may = (act: MoneyRequest['acts'][number]) => row.acts.includes(act)
  return (
    <>
      {may('pay') && (
        <Link to={paths.requestPay.path} state={{ request: row.id }} className={buttonClass({ full: true })}>
          {t('pay.action', { amount: money(row.amount) })}
        </Link>
      )}
      {row.was === 'sent' && row.state === 'open' && row.to !== null && <Remind row={row} name={name} />}
      {(may('decline') || may('cancel')) && (
        <Button variant="secondary" full onClick={() => setAsking(may('cancel') ? 'cancel' : 'decline')}>
          {t(may('cancel') ? 'cancel.open' : 'decline.open')}
        </Button>
      )}
      {asking && <EndDialog how={asking} row={row} name={name} onClose={() => setAsking(null)} />}
    </>
  )
}

/** A nudge: how many are left, and from when on the next one. */
const Remind = ({ row, name }: { row: MoneyRequest; name: string }) => {
  const t = useTranslations('requests.remind')
  const tCommon = useTranslations('common')
  const { dateTime } = useFormats()
  const { left, nextAt } = row.reminders
  const remind = useRequestAct('remindRequest', { requestId: row.id, done: t('done', { name }) })
  const mayNow = row.acts.includes('remind')
  return (
    <div className="grid gap-1 text-center">
      {mayNow && (
        <Button
          variant="secondary"
          full
          pending={remind.isPending}
          pendingLabel={tCommon('working')}
          onClick={() => !remind.isPending && remind.mutate()}
        >
          {t('action')}
        </Button>
      )}
      <p className="text-sm text-text-muted">
        {left === 0
          ? t('none')
          : mayNow || nextAt === null
            ? t('left', { count: left })
            : t('next', { at: dateTime(nextAt) })}
      </p>
    </div>
  )
}

const Facts = ({ row }: { row: MoneyRequest }) => {
  const t = useTranslations('requests.facts')
  const formats = useFormats()
  const rows: DefinitionRow[] = [{ term: t('asked'), value: formats.dateTime(row.date) }]
  if (row.state === 'open' || row.state === 'expired')
    rows.push({
      term: t(row.state === 'open' && Date.parse(row.expiresAt) > productNow() ? 'expires' : 'expired'),
      value: formats.dateTime(row.expiresAt),
    })
  // A link that was paid may have changed since it was taken back.
  if (row.state === 'declined' || (row.state === 'cancelled' && row.paidCount === 0))
    rows.push({ term: t(row.state), value: formats.dateTime(row.updatedAt) })
  if (isOpenLink(row)) rows.push({ term: t('uses'), value: t(row.uses) })
  const amountOf = (term: 'cameIn' | 'wentBack' | 'kept', cents: number) =>
    rows.push({ term: t(term), value: <Money cents={cents} locale={formats.locale} /> })
  if (row.uses === 'multi') amountOf('cameIn', row.paidTotal)
  if (row.uses === 'multi' && row.reversed > 0) {
    amountOf('wentBack', row.reversed)
    amountOf('kept', row.paidTotal - row.lost)
  }
  if (row.paymentDate !== null) rows.push({ term: t('paidAt'), value: formats.dateTime(row.paymentDate) })
  const link = 'font-semibold text-brand-text hover:underline'
  if (row.transactionId !== null) {
    rows.push({
      term: t('payment'),
      value: (
        <Link to={paths.movementsDetail.path} state={{ movement: row.transactionId }} className={link}>
          {t('showPayment')}
        </Link>
      ),
    })
  }
  if (row.splitId !== null) {
    rows.push({
      term: t('split'),
      value: (
        <Link to={paths.requestSplitDetail.path} state={{ split: row.splitId }} className={link}>
          {t('showSplit')}
        </Link>
      ),
    })
  }
  return <DefinitionList rows={rows} />
}
