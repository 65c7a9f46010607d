import { createHash } from 'node:crypto'
import type {
  AccessReason,
  Browser,
  Device,
  MovementMethod,
  NoticeKind,
  NOTICE_OBJECTS,
  WhyNotRun,
} from '@puente/contract'

/** Something that a person is to be told, once. */
export type Notice = {
  /** Bare uuid, as are all ids here. */
  ownerId: string
  /** What happened, by a name that is the same however often it is heard of: it makes the id, and the id the row. */
  source: string
  /** When it happened, the same each time as well. */
  at: Date
  kind: NoticeKind
  variant: string
  object: { type: (typeof NOTICE_OBJECTS)[number]; id: string | null }
  /** The other person and an amount in cents, where no transaction tells them. */
  counterpartId?: string | null
  amountCents?: bigint
  /** The person did it a moment ago and saw it: it is listed as read. */
  isQuiet?: boolean
  /** Money that waits is told whatever was chosen. */
  isFixed?: boolean
  /** Money left its owner, or may have to: mailed as well, and whatever was chosen. */
  isLoss?: boolean
  /** The slice that did it has mailed about it in words of its own. */
  isMailed?: boolean
  /** What fills its mail. */
  said?: {
    amountCents?: bigint
    /** What went or came back in all (`backCentsOf`). */
    backCents?: bigint
    name?: string | null
    /** How its transaction was paid. */
    method?: MovementMethod
    reference?: string
    /** When money that waits until its receiver is verified goes back, ISO: its mail leads to the verification. */
    returnsAt?: string
    why?: WhyNotRun
    /** The device that was logged out. */
    ended?: { browser: Browser; device: Device }
    /** Why our own people acted. */
    actedFor?: AccessReason
    /** Why a withdrawal came back (`returnReasonOf`). */
    reason?: string
    /** With which address a withdrawal is to be claimed, and when it comes back otherwise, ISO (`claimOf`). */
    account?: string
    comesBackAt?: string
  }
}

/** What a job is told of a notification that it is to send: what kind of thing, and which, but nothing of what is in it. */
export type NoticeTold = Pick<Notice, 'ownerId' | 'kind' | 'variant' | 'object'> & { noticeId: string }

/**
 * The id of a notification: the moment in milliseconds, so that ids are in the order of time, and a hash of what happened, so that the
 * same event has the same one. A UUID of version 8 (RFC 9562).
 */
export const noticeIdOf = ({ ownerId, source, at }: Pick<Notice, 'ownerId' | 'source' | 'at'>): string => {
  const hash = createHash('sha256').update(`${ownerId}/${source}`).digest('hex')
  const time = at.getTime().toString(16).padStart(12, '0')
  const hex = `${time}8${hash.slice(0, 3)}${'89ab'[Number.parseInt(hash[3] ?? '0', 16) % 4]}${hash.slice(4, 19)}`
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}
