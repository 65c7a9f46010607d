import type { NoticeChannel, NoticeKind, Result } from '@puente/contract'
import { Card } from '@puente/ui/card'
import { Chip } from '@puente/ui/chip'
import { Loading, SkeletonRows } from '@puente/ui/skeleton'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useId } from 'react'
import { useTranslations } from 'use-intl'
import { call } from '#lib/api/api.ts'
import { queryKeys } from '#lib/api/query-keys.ts'
import { useShowError } from '#lib/forms/use-show-error.ts'
import { useFormats } from '#lib/i18n/format.ts'
import { LoadFailed, failureOf } from '#lib/layout/load-failed.tsx'
import { Screen } from '#lib/layout/screen.tsx'
import { Channels } from '../parts/channels.tsx'

type Notices = Result<'noticePreferences'>

/** What can happen to an account, in the order in which it is shown. */
const groups = [
  {
    key: 'money',
    kinds: ['received', 'sent', 'approval', 'schedule', 'deposit', 'withdraw', 'debt', 'balanceDropped'],
  },
  {
    key: 'invoices',
    kinds: ['invoiceSent', 'invoiceReceived', 'invoicePaymentReceived', 'invoicePaymentDone', 'invoice', 'request'],
  },
  { key: 'account', kinds: ['reward', 'support', 'kyc', 'profileUpdated', 'updateProfileName'] },
  { key: 'safety', kinds: ['security', 'updateEmail', 'updatePhone'] },
] as const satisfies readonly { key: string; kinds: readonly NoticeKind[] }[]
const CHANNELS = ['inApp', 'email', 'push', 'sms'] as const satisfies readonly NoticeChannel[]

/** Channels that there are in this house; one that is switched off altogether is not offered. */
const offered = ({ reach }: Notices): NoticeChannel[] =>
  CHANNELS.filter((channel) => channel === 'inApp' || channel === 'email' || reach[channel] !== 'off')
type ShownKind = (typeof groups)[number]['kinds'][number]

const switched = (notices: Notices, kind: NoticeKind, channel: NoticeChannel, on: boolean): Notices => ({
  ...notices,
  items: notices.items.map((item) =>
    item.kind === kind ? { ...item, channels: { ...item.channels, [channel]: on } } : item,
  ),
})

/** By which channels the user wants to be told of what. */
export const NotificationsScreen = () => {
  const t = useTranslations()
  const client = useQueryClient()
  const fail = useShowError()
  const notices = useQuery({ queryKey: queryKeys.notices, queryFn: () => call('noticePreferences') })

  const change = async (kind: NoticeKind, channel: NoticeChannel, on: boolean) => {
    const show = (value: boolean) =>
      client.setQueryData<Notices>(queryKeys.notices, (now) => now && switched(now, kind, channel, value))
    show(on)
    try {
      await call('changeNoticePreferences', { changes: [{ kind, channel, on }] })
    } catch (error) {
      show(!on)
      await fail(error)
    }
  }

  const changeThreshold = async (balanceThresholdCents: number) => {
    const show = (cents: number) =>
      client.setQueryData<Notices>(queryKeys.notices, (now) => now && { ...now, balanceThresholdCents: cents })
    const before = notices.data?.balanceThresholdCents ?? 0
    show(balanceThresholdCents)
    try {
      await call('changeNoticePreferences', { changes: [], balanceThresholdCents })
    } catch (error) {
      show(before)
      await fail(error)
    }
  }

  return (
    <Screen>
      {notices.data ? (
        <>
          <Channels reach={notices.data.reach} />
          {groups.map(({ key, kinds }) => (
            <Card key={key} title={t(`notifications.groups.${key}`)}>
              <ul className="grid divide-y divide-border">
                {kinds.map((kind) => (
                  <Kind key={kind} kind={kind} notices={notices.data} onChange={change} />
                ))}
              </ul>
              {key === 'money' && <Threshold cents={notices.data.balanceThresholdCents} onChange={changeThreshold} />}
            </Card>
          ))}
        </>
      ) : notices.isError ? (
        <LoadFailed {...failureOf(notices)} />
      ) : (
        <Loading label={t('common.loading')}>
          <SkeletonRows count={5} />
        </Loading>
      )}
    </Screen>
  )
}

type KindProps = {
  kind: ShownKind
  notices: Notices
  onChange: (kind: NoticeKind, channel: NoticeChannel, on: boolean) => Promise<void>
}

const Kind = ({ kind, notices, onChange }: KindProps) => {
  const t = useTranslations('notifications')
  const list = new Intl.ListFormat(useFormats().locale, { type: 'conjunction' })
  const item = notices.items.find((one) => one.kind === kind)
  if (!item) return null
  const title = t(`kinds.${kind}`)
  return (
    <li className="grid gap-2 py-3 first:pt-0 last:pb-0">
      <p className="font-medium">{title}</p>
      {item.fixed ? (
        <p className="text-sm text-text-muted">
          {t('always', {
            channels: list.format(
              offered(notices)
                .filter((channel) => item.channels[channel])
                .map((channel) => t(`listed.${channel}`)),
            ),
          })}
        </p>
      ) : (
        <fieldset aria-label={title} className="flex min-w-0 flex-wrap gap-2">
          {offered(notices).map((channel) => (
            <Chip
              key={channel}
              pressed={item.channels[channel]}
              onPressedChange={(on) => void onChange(kind, channel, on)}
            >
              {t(`channels.${channel}`)}
            </Chip>
          ))}
        </fieldset>
      )}
    </li>
  )
}

/** 0 is for never. */
const THRESHOLDS_CENTS = [0, 10_00, 50_00, 100_00, 500_00]

/** Below which balance the user wants to be told. */
const Threshold = ({ cents, onChange }: { cents: number; onChange: (cents: number) => Promise<void> }) => {
  const t = useTranslations('notifications')
  const formats = useFormats()
  const labelId = useId()
  const choices = [...new Set([...THRESHOLDS_CENTS, cents])].toSorted((a, b) => a - b)
  return (
    <div className="grid gap-2 border-t border-border pt-3">
      <p id={labelId} className="font-medium">
        {t('threshold')}
      </p>
      <fieldset aria-labelledby={labelId} className="flex min-w-0 flex-wrap gap-2">
        {choices.map((choice) => (
          <Chip key={choice} pressed={choice === cents} onPressedChange={() => void onChange(choice)}>
            {choice === 0 ? t('never') : formats.money(choice)}
          </Chip>
        ))}
      </fieldset>
      <p className="text-sm text-text-muted">{t('thresholdText')}</p>
    </div>
  )
}
