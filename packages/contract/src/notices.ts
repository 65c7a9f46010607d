/** What a person can be told of, by which channels, and what exactly: the vocabulary of notifications. */

/** What a person can be told of. */
export const NOTICE_KINDS = [
  'profileUpdated',
  'updateProfileName',
  'updateEmail',
  'updatePhone',
  'received',
  'sent',
  'withdraw',
  'deposit',
  'debt',
  'balanceDropped',
  'invoiceSent',
  'invoiceReceived',
  'invoicePaymentReceived',
  'invoicePaymentDone',
  'invoice',
  'security',
  'kyc',
  'request',
  'approval',
  'schedule',
  'reward',
  'support',
] as const
export type NoticeKind = (typeof NOTICE_KINDS)[number]

export const NOTICE_CHANNELS = ['inApp', 'email', 'push', 'sms'] as const
export type NoticeChannel = (typeof NOTICE_CHANNELS)[number]

/**
 * Told whatever was chosen: an account that is being taken over must not be kept quiet about it, and who owes can send nothing until
 * it is paid.
 */
export const FIXED_NOTICES = ['security', 'updateEmail', 'updatePhone', 'debt'] as const satisfies readonly NoticeKind[]

/** Of what moves money, or is about to: its owner hears when these fall silent. */
export const MONEY_NOTICES = [
  'received',
  'sent',
  'withdraw',
  'deposit',
  'balanceDropped',
  'invoiceReceived',
  'invoicePaymentReceived',
  'invoicePaymentDone',
  'approval',
  'schedule',
] as const satisfies readonly NoticeKind[]

/** The channels that a kind uses until its owner says otherwise. */
export const NOTICE_DEFAULTS: Record<NoticeKind, readonly NoticeChannel[]> = {
  profileUpdated: ['inApp'],
  updateProfileName: ['inApp', 'email'],
  updateEmail: NOTICE_CHANNELS,
  updatePhone: NOTICE_CHANNELS,
  received: ['inApp', 'push', 'email'],
  sent: ['inApp'],
  withdraw: ['inApp', 'email'],
  deposit: ['inApp', 'push'],
  debt: ['inApp', 'email'],
  balanceDropped: ['inApp', 'push'],
  invoiceSent: ['inApp'],
  invoiceReceived: ['inApp', 'push', 'email'],
  invoicePaymentReceived: ['inApp', 'push', 'email'],
  invoicePaymentDone: ['inApp'],
  invoice: ['inApp', 'email'],
  security: ['inApp', 'email'],
  kyc: ['inApp', 'email'],
  request: ['inApp', 'push'],
  approval: ['inApp', 'email', 'push'],
  // No one is at the screen when it happens.
  schedule: ['inApp', 'push', 'email'],
  reward: ['inApp'],
  support: ['inApp', 'email'],
}

/**
 * What exactly happened, by kind: the second half of the name of a notification's text (`texts/notices/<language>.json`), which
 * is `<kind>.<variant>`.
 */
export const NOTICE_VARIANTS = {
  profileUpdated: ['address', 'birthday', 'nationality', 'picture', 'username', 'language', 'several'],
  updateProfileName: ['changed'],
  updateEmail: ['changed', 'returned'],
  updatePhone: ['changed'],
  received: [
    'completed',
    'held',
    'waiting',
    'cancelled',
    'warned',
    'contested',
    'chargedBack',
    'takenBack',
    'returned',
    'refundFailed',
    'kept',
    'cleared',
  ],
  sent: [
    'completed',
    'held',
    'waiting',
    'cancelled',
    'paymentDeclined',
    'declined',
    'lapsed',
    'refunded',
    'warned',
    'contested',
    'chargedBack',
    'takenBack',
    'returned',
    'refundFailed',
    'kept',
    'cleared',
  ],
  withdraw: [
    'requested',
    'completed',
    'held',
    'cancelled',
    'returned',
    'notClaimedYet',
    'unclaimed',
    'kept',
    'keptUnfunded',
    'keptFrozen',
    'keptDuplicate',
    'keptApart',
    'released',
  ],
  deposit: [
    'completed',
    'matched',
    'held',
    'cancelled',
    'declined',
    'warned',
    'warnedMayOwe',
    'contested',
    'mayOwe',
    'chargedBack',
    'takenBack',
    'returned',
    'refundFailed',
    'kept',
    'stands',
    'cleared',
    'clearedStands',
  ],
  debt: ['owed', 'partlyPaid', 'settled', 'givenBack'],
  balanceDropped: ['below', 'halved'],
  invoiceSent: ['created'],
  invoiceReceived: ['created'],
  invoicePaymentReceived: ['paid'],
  invoicePaymentDone: ['paid'],
  invoice: ['declined', 'cancelled', 'reminded', 'overdue', 'refunded'],
  security: [
    'newDevice',
    'signInFailed',
    'sessionEnded',
    'otherSessionsEnded',
    'allSessionsEnded',
    'sessionsEndedByUs',
    'passwordSet',
    'passwordChanged',
    'passwordReset',
    'passkeyAdded',
    'passkeyRemoved',
    'totpAdded',
    'totpReplaced',
    'totpRemoved',
    'recoveryCodesRenewed',
    'recoveryCodeUsed',
    'factorsReset',
    'devicesForgotten',
    'deviceLost',
    'socialLinked',
    'socialUnlinked',
    'recipientAdded',
    'recipientChanged',
    'approverAdded',
    'approverRuleLoosening',
    'approverRemoving',
    'approverRemoved',
    'approverLeft',
    'accountFrozen',
    'accountUnfrozen',
    'dataExported',
    'noticesTurnedOff',
  ],
  kyc: [
    'submitted',
    'approved',
    'denied',
    'addressApproved',
    'addressDenied',
    'videoDenied',
    'videoAsked',
    'addressAsked',
    'appealAnswered',
    'runOut',
    'lapsed',
    'revoked',
  ],
  request: ['received', 'paid', 'declined', 'cancelled', 'reminded', 'expired'],
  approval: ['invited', 'refused', 'asked', 'expired', 'loosening', 'removing', 'ended'],
  schedule: ['sendTomorrow', 'sendFailed', 'requestTomorrow', 'requestFailed'],
  reward: ['paid', 'shared', 'takenBack', 'voided', 'refused'],
  support: [
    'messageReceived',
    'answered',
    'asked',
    'reported',
    'late',
    'credited',
    'resolvedFor',
    'resolvedAgainst',
    'withdrawn',
    'creditEnds',
    'cameBack',
    'creditTakenBack',
    'creditOwed',
  ],
} as const satisfies Record<NoticeKind, readonly string[]>
export type NoticeVariant<K extends NoticeKind = NoticeKind> = K extends NoticeKind
  ? (typeof NOTICE_VARIANTS)[K][number]
  : never
/** `received.held`: what names a notification's text. */
export type NoticeName = { [K in NoticeKind]: `${K}.${(typeof NOTICE_VARIANTS)[K][number]}` }[NoticeKind]

/** Channels of a kind that its owner switched away from the default, as they are kept. */
export type NoticesSwitched = Readonly<Record<string, readonly string[]>>

/** Whether a kind uses a channel for a person with these switches. */
export const isNoticeOn = (switched: NoticesSwitched, kind: NoticeKind, channel: NoticeChannel): boolean => {
  const isFixed = (FIXED_NOTICES as readonly NoticeKind[]).includes(kind)
  return NOTICE_DEFAULTS[kind].includes(channel) !== (!isFixed && (switched[kind] ?? []).includes(channel))
}

export const NOTICE_OBJECTS = [
  'transaction',
  'invoice',
  'request',
  'schedule',
  'approval',
  'approvers',
  'profile',
  'email',
  'security',
  'kyc',
  'wallet',
  'rewards',
  'ticket',
  'dispute',
] as const
