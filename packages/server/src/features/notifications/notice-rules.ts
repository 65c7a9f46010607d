/** Which channels a kind of notice uses. Only what differs from the defaults is kept. */
import {
  FIXED_NOTICES,
  NOTICE_CHANNELS,
  NOTICE_DEFAULTS,
  NOTICE_KINDS,
  type NoticeChannel,
  type NoticeKind,
  type Output,
  isNoticeOn,
  MONEY_NOTICES,
} from '@puente/contract'
import type { Notice } from './notice.ts'
import type { Reach } from './notice-reach.ts'

/** Channels that a person switched away from the default of their kind, by kind. */
export type Switched = Record<string, string[]>
export type Change = { kind: NoticeKind; channel: NoticeChannel; on: boolean }

const isDefault = (kind: NoticeKind, channel: NoticeChannel): boolean => NOTICE_DEFAULTS[kind].includes(channel)

/** A kind that cannot be switched off. */
export const isFixed = (kind: NoticeKind): boolean => (FIXED_NOTICES as readonly NoticeKind[]).includes(kind)

export const noticeChannels = (switched: Switched): Output<'noticePreferences'>['items'] =>
  NOTICE_KINDS.map((kind) => {
    const isOn = (channel: NoticeChannel) => isNoticeOn(switched, kind, channel)
    return {
      kind,
      channels: { inApp: isOn('inApp'), email: isOn('email'), push: isOn('push'), sms: isOn('sms') },
      fixed: isFixed(kind),
    }
  })

/** Whether this notice goes out by a channel. Money on hold or lost is announced on the channels of its kind in any case. */
const goesBy = (
  switched: Switched,
  { kind, isFixed: isToldAnyway = false, isLoss = false }: Pick<Notice, 'kind' | 'isFixed' | 'isLoss'>,
  channel: NoticeChannel,
): boolean =>
  isNoticeOn(switched, kind, channel) ||
  ((isToldAnyway || isLoss) && isDefault(kind, channel)) ||
  (isLoss && channel === 'email')

/**
 * By which channels a notice goes to a person. What keeps an account safe is mailed even to an address whose mail came back, since
 * it may have been mended, and is texted meanwhile.
 */
export const waysOf = (
  switched: Switched,
  notice: Pick<Notice, 'kind' | 'isFixed' | 'isLoss' | 'isMailed'>,
  reach: Reach,
): Record<NoticeChannel, boolean> => {
  const isWanted = (channel: NoticeChannel) => goesBy(switched, notice, channel)
  const isSafety = isFixed(notice.kind)
  const takesMail = reach.email === 'on' || (reach.email === 'returned' && isSafety)
  return {
    inApp: isWanted('inApp'),
    email: !notice.isMailed && takesMail && isWanted('email'),
    push: reach.push === 'on' && isWanted('push'),
    sms: reach.sms === 'on' && (isWanted('sms') || (isSafety && reach.email === 'returned')),
  }
}

/** Whether a kind about money is no longer mailed, or no longer in the list. */
export const silencesMoney = (before: Switched, after: Switched): boolean =>
  MONEY_NOTICES.some((kind) =>
    (['email', 'inApp'] as const).some(
      (channel) => isNoticeOn(before, kind, channel) && !isNoticeOn(after, kind, channel),
    ),
  )

/** What is kept after the changes. */
export const switchedAfter = (switched: Switched, changes: readonly Change[]): Switched =>
  Object.fromEntries(
    NOTICE_KINDS.flatMap((kind) => {
      const channels = NOTICE_CHANNELS.filter((channel) => {
        const change = changes.findLast((one) => one.kind === kind && one.channel === channel)
        return change === undefined ? (switched[kind] ?? []).includes(channel) : change.on !== isDefault(kind, channel)
      })
      return channels.length === 0 ? [] : [[kind, channels] as const]
    }),
  )
