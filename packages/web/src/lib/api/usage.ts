/**
 * Usage events: which screens are opened and which errors occur, without personal data. They carry route patterns instead
 * of URLs, and nothing waits for them or notices when they fail.
 */
import type { Request as Sent } from '@puente/contract'
import { ApiRefusal, ApiUnreachable } from './api-errors.ts'
import { call } from './api.ts'

type Usage = Sent<'events'>

/** Sends an event without waiting for the answer. */
export const track = (name: Usage['name'], props: NonNullable<Usage['props']> = {}): void => {
  void call('events', { name, props }, { keepalive: true }).catch(() => undefined)
}

/** Reports a failure by kind and place, without its message, which may contain what a person typed. */
export const reportClientError = (error: unknown, place: string): void => {
  if (error instanceof ApiUnreachable) return
  const kind = error instanceof ApiRefusal ? error.code : error instanceof Error ? error.name : 'unknown'
  track('client_error', { kind, place: place.slice(0, 100) })
}
