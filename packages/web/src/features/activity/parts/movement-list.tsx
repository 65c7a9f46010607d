import type { Transaction } from '@puente/contract'
import { Button } from '@puente/ui/button'
import { List } from '@puente/ui/list-row'
import { useId } from 'react'
import { useTranslations } from 'use-intl'
import { useBalanceText } from '#shared/movement/balance.tsx'
import { productNow } from '#lib/browser/product-time.ts'
import { addDays, dayIn } from '#lib/i18n/days.ts'
import { useFormats } from '#lib/i18n/format.ts'
import { timeZone } from '#lib/i18n/i18n.ts'
import { MovementRow } from '#shared/movement/movement-row.tsx'
import { byDay, type Day } from './by-day.ts'
import { useReached } from '#lib/browser/use-reached.ts'

type Look = { selectedId: string | undefined; withBalance: boolean }

const DayRows = ({ day, rows, selectedId, withBalance }: Day & Look) => {
  const t = useTranslations('activity')
  const formats = useFormats()
  const headingId = useId()
  const balance = useBalanceText()
  const today = dayIn(productNow(), timeZone())
  const name = day === today ? t('today') : day === addDays(today, -1) ? t('yesterday') : formats.day(day)
  return (
    <section aria-labelledby={headingId} className="grid gap-2">
      <h2 id={headingId} className="text-sm font-semibold text-text-muted">
        {name}
      </h2>
      <List labelledBy={headingId}>
        {rows.map((row) => (
          <MovementRow
            key={row.id}
            row={row}
            when="time"
            beside
            selected={row.id === selectedId}
            replace={selectedId !== undefined}
            {...(withBalance && row.balance !== null && { note: t('balanceAfter', { amount: balance(row.balance) }) })}
          />
        ))}
      </List>
    </section>
  )
}

type Props = Look & {
  rows: readonly Transaction[]
  /** More can be fetched; false at the end of the list. */
  hasMore: boolean
  isLoadingMore: boolean
  isMoreFailed: boolean
  /** A search has come back to this moment and no further; whether it goes on is up to the person. */
  searchedTo: string | undefined
  onMore: () => void
}

/** The rows by day. The next page is fetched when its place comes into view, or by the button. */
export const MovementList = ({ rows, hasMore, isLoadingMore, isMoreFailed, searchedTo, onMore, ...look }: Props) => {
  const t = useTranslations('activity')
  const tCommon = useTranslations('common')
  const formats = useFormats()
  const end = useReached(hasMore && searchedTo === undefined && !isLoadingMore && !isMoreFailed, onMore)
  return (
    <>
      {byDay(rows, timeZone()).map((day) => (
        <DayRows key={day.day} {...day} {...look} />
      ))}
      <div ref={end} className="grid justify-items-center gap-2 py-2 text-sm text-text-muted">
        {isMoreFailed && <p role="alert">{t('moreFailed')}</p>}
        {searchedTo !== undefined && (
          <output>{t('searchedTo', { day: formats.day(dayIn(searchedTo, timeZone())) })}</output>
        )}
        {hasMore ? (
          <Button variant="ghost" pending={isLoadingMore} pendingLabel={tCommon('loading')} onClick={onMore}>
            {isMoreFailed ? tCommon('retry') : t(searchedTo === undefined ? 'more' : 'searchOn')}
          </Button>
        ) : (
          <p>{t('end')}</p>
        )}
      </div>
    </>
  )
}
