import type { ProviderName } from './provider-name.ts'

/** Faults a test may arm, and which providers can play them: arming one that could never fire would hide a mistake. */
export const faultNames = [
  'timeoutAfterCommit',
  'error500',
  'slow',
  'cutMidBody',
  'reject',
  'wrongAmount',
  'unknownStatus',
  'duplicateWebhook',
  'reorderWebhooks',
  'dropWebhook',
  'badSignature',
  'staleTimestamp',
  'lateReturn',
] as const
export type FaultName = (typeof faultNames)[number]

const everywhere: readonly FaultName[] = ['timeoutAfterCommit', 'error500', 'slow', 'reject']
const onHttp: readonly FaultName[] = [
  'cutMidBody',
  'unknownStatus',
  'duplicateWebhook',
  'reorderWebhooks',
  'dropWebhook',
  'badSignature',
]

export const playableFaults: Partial<Record<ProviderName, readonly FaultName[]>> = {
  card: [...everywhere, ...onHttp, 'wrongAmount', 'staleTimestamp'],
  ach: faultNames,
  paypal: [...everywhere, ...onHttp, 'wrongAmount', 'staleTimestamp', 'lateReturn'],
  kyc: [...everywhere, ...onHttp],
  sms: [...everywhere, ...onHttp],
  mail: everywhere,
  push: everywhere,
  plaid: [
    ...everywhere,
    'cutMidBody',
    'wrongAmount',
    'duplicateWebhook',
    'reorderWebhooks',
    'dropWebhook',
    'badSignature',
    'staleTimestamp',
  ],
  oidc: ['timeoutAfterCommit', 'error500', 'slow'],
}

/** `times` counts down; `path` restricts the fault to a wire path and what lies below it. */
export type Fault = {
  provider: ProviderName
  fault: FaultName
  times: number
  after?: boolean | undefined
  delayMs?: number | undefined
  path?: string | undefined
  /** Of a payout that comes back: why, and how long after it was settled. */
  code?: string | undefined
  afterSeconds?: number | undefined
}

const covers = (prefix: string, path: string) => path === prefix || path.startsWith(`${prefix.replace(/\/$/, '')}/`)

/** The armed faults, first in first out. */
export const createFaults = () => {
  let armed: Fault[] = []
  return {
    arm(fault: Fault) {
      armed.push({ ...fault })
    },
    list: () => armed.map((fault) => ({ ...fault })),
    /** Takes back those that `which` names. */
    disarm(which: (fault: Fault) => boolean = () => true) {
      armed = armed.filter((fault) => !which(fault))
    },
    /** Takes one use of the first armed fault that is among `names` and covers `path` (and satisfies `when`). */
    take(
      provider: ProviderName,
      names: readonly FaultName[],
      path: string | null,
      when: (fault: Fault) => boolean = () => true,
    ) {
      const found = armed.find(
        (fault) =>
          fault.provider === provider &&
          names.includes(fault.fault) &&
          (fault.path === undefined || (path !== null && covers(fault.path, path))) &&
          when(fault),
      )
      if (!found) return null
      found.times -= 1
      armed = armed.filter((fault) => fault.times > 0)
      return { ...found }
    },
  }
}

export type Faults = ReturnType<typeof createFaults>
