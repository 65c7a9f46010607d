/** The messages to and from the process that makes load. Times are in milliseconds. */

import type { Credentials } from './people.ts'

/** A person to act for, with the names the wire uses. */
export type Caller = { userId: string; bearer: string; credentials?: Credentials | undefined }

export type CallKind = 'send' | 'sign-in'

/** `perSecond` calls are begun whatever becomes of the earlier ones; with `null` each connection begins its next after the last. */
export type Phase = { name: string; kind: CallKind; perSecond: number | null; ms: number }

export type Asked =
  | { ask: 'callers'; callers: Caller[] }
  | { ask: 'run'; url: string; connections: number; phases: Phase[] }
  | { ask: 'stop' }

export type Ack = { caller: number; key: string; transactionId: string }

/** What became of the calls that were due in a phase; their times count from the moment they were due. */
export type PhaseResult = {
  name: string
  seconds: number
  due: number
  accepted: number
  acceptedPerSecond: number
  acceptedP50Ms: number
  acceptedP99Ms: number
  /** 429 and 503, told when to come back. */
  refused: number
  refusedP99Ms: number
  /** Refused without being told when to come back. */
  refusedWithoutWait: number
  /** Every other answer, by status and code. */
  others: Record<string, number>
  /** Calls without an answer: cut off, or given up after ten seconds. */
  unanswered: number
  acks: Ack[]
  /** Cores that the process of the load took, and how late its own clock ran. */
  driverCores: number
  driverLateP99Ms: number
}

export type Told = { results: PhaseResult[] } | { done: true } | { failed: string }
