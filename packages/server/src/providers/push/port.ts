/** Where a browser is reached, and the keys that only it can open. */
export type PushTarget = { endpoint: string; p256dh: string; auth: string }

/** `topic`: what has not been delivered yet under the same one is replaced. */
export type PushMessage = { payload: string; topic: string; urgency: 'high' | 'normal' }

/** What came of handing it over: `gone` is a browser that takes none any more. */
export type PushOutcome = { outcome: 'sent' | 'gone' } | { outcome: 'later' | 'never'; reason: string }

export interface PushOut {
  send(target: PushTarget, message: PushMessage): Promise<PushOutcome>
}
