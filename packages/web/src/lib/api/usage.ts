/**
 * Usage events: which screens are opened and which errors occur, without personal data. They carry route patterns instead
 * of URLs, and nothing waits for them or notices when they fail. Nothing leaves the browser unless the person who is signed in
 * said yes to being counted; of visitors nothing is known, so nothing is sent.
 */
import type { Request as Sent } from '@puente/contract'
import { ApiRefusal, ApiUnreachable } from './api-errors.ts'
import { call } from './api.ts'

type Usage = Sent<'events'>
type Props = NonNullable<Usage['props']>

let isAllowed = (): boolean => false

/** Names who knows whether the person said yes. */
export const countUsageIf = (saidYes: () => boolean): void => {
  isAllowed = saidYes
}

/** An event of this moment, to be sent a little later, when the person's answer may be known no more. */
export const eventToSend = (name: Usage['name'], props: Props = {}): (() => void) => {
  if (!isAllowed()) return () => undefined
  return () => void call('events', { name, props }, { keepalive: true }).catch(() => undefined)
}

/** Sends an event without waiting for the answer. */
export const track = (name: Usage['name'], props: Props = {}): void => eventToSend(name, props)()

/** Reports a failure by kind and place, without its message, which may contain what a person typed. */
export const reportClientError = (error: unknown, place: string): void => {
  if (error instanceof ApiUnreachable) return
  const kind = error instanceof ApiRefusal ? error.code : error instanceof Error ? error.name : 'unknown'
  track('client_error', { kind, place })
}
