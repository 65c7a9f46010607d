import type { Result } from '@puente/contract'
import { Bar } from '@puente/ui/bar'
import { Card } from '@puente/ui/card'
import { DefinitionList } from '@puente/ui/definition-list'
import { EmptyState } from '@puente/ui/empty-state'
import { List } from '@puente/ui/list-row'
import { Money } from '@puente/ui/money'
import { Loading, Skeleton, SkeletonRows } from '@puente/ui/skeleton'
import { useQuery } from '@tanstack/react-query'
import { useLocation } from '@tanstack/react-router'
import { useTranslations } from 'use-intl'
import { ApiRefusal } from '#lib/api/api-errors.ts'
import { useFormats } from '#lib/i18n/format.ts'
import { LoadFailed, failureOf } from '#lib/layout/load-failed.tsx'
import { Screen } from '#lib/layout/screen.tsx'
import { splitQuery } from '../api/requests.ts'
import { RequestRow } from '../parts/request-row.tsx'

/** A bill and who has paid of it. */
export const SplitDetailScreen = () => {
  const t = useTranslations('common')
  const tRequests = useTranslations('requests')
  const id = useLocation({ select: ({ state }) => state.split }) ?? ''
  const split = useQuery({ ...splitQuery(id), enabled: id !== '' })
  return (
    <Screen width="form">
      {split.data ? (
        <Bill split={split.data} />
      ) : split.error instanceof ApiRefusal && split.error.code === 'notFound' ? (
        <EmptyState title={tRequests('closed.unknown')} text={tRequests('closed.unknownText')} />
      ) : split.isError ? (
        <LoadFailed {...failureOf(split)} />
      ) : (
        <Loading label={t('loading')}>
          <Skeleton shape="amount" />
          <SkeletonRows count={3} />
        </Loading>
      )}
    </Screen>
  )
}

const Bill = ({ split }: { split: Result<'getSplit'> }) => {
  const t = useTranslations('requests.split')
  const formats = useFormats()
  const { total, note, date, ownPart, paid, left, items } = split
  const money = (cents: number) => <Money cents={cents} locale={formats.locale} />
  const payers = items.filter(({ state }) => state === 'paid').length
  return (
    <>
      <div className="grid justify-items-center gap-1.5 text-center">
        <Money cents={total} locale={formats.locale} size="xl" />
        <p className="max-w-full wrap-anywhere">{note}</p>
        <p className="text-sm text-text-muted">{formats.dateTime(date)}</p>
      </div>
      <Card>
        <Bar
          label={t('paidBy', { paid: String(payers), count: String(items.length) })}
          used={paid}
          limit={total - ownPart}
          usedText={t('cameIn', { amount: formats.money(paid) })}
          leftText={left > 0 ? t('open', { amount: formats.money(left) }) : undefined}
        />
        <DefinitionList rows={[{ term: t('ownPart'), value: money(ownPart) }]} />
      </Card>
      <List label={t('parts')}>
        {items.map((row) => (
          <RequestRow key={row.id} row={row} />
        ))}
      </List>
    </>
  )
}
