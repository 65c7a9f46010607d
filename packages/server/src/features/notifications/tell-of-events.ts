/** What people are told of what other slices record: each event that is heard makes one notice, of the most specific kind. */
import {
  type AccessReason,
  type Browser,
  type Device,
  NOTICE_VARIANTS,
  type NoticeKind,
  type NoticeVariant,
  type SecurityEvent,
} from '@puente/contract'
import type { JobRun, TaskHandlers } from '#platform/jobs/tasks.ts'
import type { Services } from '#platform/services.ts'
import type { Notice } from './notice.ts'
import { dropIdleDevices } from './notice-devices.ts'
import { tellNotices } from './tell-notices.ts'

declare module '#platform/jobs/tasks.ts' {
  interface Tasks {
    'notices.tell-profile': { ownerId: string; fields: string[] }
    'notices.tell-security': { ownerId: string; event: SecurityEvent }
    'notices.tell-sessions-ended': { ownerId: string; ended: Ended }
    'notices.tell-sign-in': { ownerId: string }
    'notices.tell-failed-sign-in': { ownerId: string }
    'notices.tell-reward-refused': { ownerId: string; id: string }
    'notices.tell-kyc': { ownerId: string; to: NoticeVariant<'kyc'> }
  }
}

/** Sessions that ended: which, whose when it was one, and why when our own people did it. */
type Ended = { variant: NoticeVariant<'security'>; browser?: Browser; device?: Device; why?: AccessReason | null }

type What = Pick<Notice, 'kind' | 'variant' | 'object' | 'isQuiet' | 'isMailed' | 'said'>

/** What is told of a job is told once, however often it is tried. */
const noticeOf = (ownerId: string, { jobId, orderedAt }: JobRun, what: What): Notice => ({
  ownerId,
  source: `job/${jobId}`,
  at: orderedAt,
  ...what,
})

const VARIANTS: Readonly<Record<string, NoticeVariant<'profileUpdated'>>> = {
  address: 'address',
  birthday: 'birthday',
  nationality: 'nationality',
  imgUrl: 'picture',
  publicTransactionId: 'username',
  lang: 'language',
}

const profileNotice = (fields: readonly string[]): What => {
  const object = { type: 'profile', id: null } as const
  if (fields.includes('fullName')) return { kind: 'updateProfileName', variant: 'changed', object, isQuiet: true }
  const [only, ...more] = fields
  const variant = more.length > 0 || only === undefined ? 'several' : (VARIANTS[only] ?? 'several')
  return { kind: 'profileUpdated', variant, object, isQuiet: true }
}

/** Those that no other slice mails about in words of its own. */
const UNMAILED: ReadonlySet<SecurityEvent> = new Set<SecurityEvent>([
  'devicesForgotten',
  'approverAdded',
  'approverRuleLoosening',
  'approverRemoving',
  'approverRemoved',
  'approverLeft',
  'noticesTurnedOff',
])

/** After these a browser that nobody is signed in with is told nothing more. */
const ENDS_DEVICES: ReadonlySet<SecurityEvent> = new Set<SecurityEvent>([
  'deviceLost',
  'devicesForgotten',
  'sessionEnded',
  'passwordChanged',
  'passwordReset',
  'factorsReset',
  'accountFrozen',
])

const isTold = (event: SecurityEvent): event is SecurityEvent & NoticeVariant<'security'> =>
  (NOTICE_VARIANTS.security as readonly string[]).includes(event)

/** A new address or number has a kind of its own, and its mails have gone to the old one and the new one. */
const securityNotice = (event: SecurityEvent): What | null => {
  const object = { type: 'security', id: null } as const
  const changed = (kind: NoticeKind) => ({ kind, variant: 'changed', object, isMailed: true })
  if (event === 'emailChanged') return changed('updateEmail')
  if (event === 'phoneChanged') return changed('updatePhone')
  // It is told of what ended, by an event of its own.
  if (event === 'sessionEnded' || !isTold(event)) return null
  return { kind: 'security', variant: event, object, isMailed: !UNMAILED.has(event) }
}

const endedNotice = ({ variant, browser, device, why }: Ended): What => ({
  kind: 'security',
  variant,
  object: { type: 'security', id: null },
  said: { ...(browser && device && { ended: { browser, device } }), ...(why && { actedFor: why }) },
})

/** Its mail says more, and comes from where people sign in. */
const signInNotice = (variant: NoticeVariant<'security'>): What => ({
  kind: 'security',
  variant,
  object: { type: 'security', id: null },
  isMailed: true,
})

/** Of an identity check most of what moves is mailed by its own slice. */
const MAILED_KYC: ReadonlySet<NoticeVariant<'kyc'>> = new Set<NoticeVariant<'kyc'>>([
  'denied',
  'addressDenied',
  'videoDenied',
  'videoAsked',
  'addressAsked',
  'appealAnswered',
  'runOut',
  'lapsed',
  'revoked',
])

export const tellOfEvents = (services: Services) => {
  const tell = async (ownerId: string, run: JobRun, what: What | null): Promise<void> => {
    if (what) await tellNotices(services, [noticeOf(ownerId, run, what)])
  }
  return {
    'notices.tell-profile': ({ ownerId, fields }, run) => tell(ownerId, run, profileNotice(fields)),
    'notices.tell-reward-refused': ({ ownerId }, run) =>
      tell(ownerId, run, { kind: 'reward', variant: 'refused', object: { type: 'rewards', id: null } }),
    'notices.tell-security': async ({ ownerId, event }, run) => {
      if (ENDS_DEVICES.has(event)) await dropIdleDevices(services, ownerId)
      await tell(ownerId, run, securityNotice(event))
    },
    'notices.tell-sessions-ended': ({ ownerId, ended }, run) => tell(ownerId, run, endedNotice(ended)),
    'notices.tell-sign-in': ({ ownerId }, run) => tell(ownerId, run, signInNotice('newDevice')),
    'notices.tell-failed-sign-in': ({ ownerId }, run) => tell(ownerId, run, signInNotice('signInFailed')),
    'notices.tell-kyc': ({ ownerId, to }, run) =>
      tell(ownerId, run, {
        kind: 'kyc',
        variant: to,
        object: { type: 'kyc', id: null },
        isQuiet: to === 'submitted',
        isMailed: MAILED_KYC.has(to),
      }),
  } satisfies TaskHandlers
}
