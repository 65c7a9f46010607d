import type { ProviderEvent } from './types.ts'

/** What an id or a kind of event looks like; anything else is none that we could keep, or ask about. */
const WORD = /^[\w.:-]{1,255}$/

type Told = {
  [Field in 'eventId' | 'objectId' | 'type']: string | null
} & { occurredAt: Date }

/** What a provider signed, as an event; none where it lacks what makes one, whatever else it is. */
export const toldEvent = (provider: string, { eventId, objectId, type, occurredAt }: Told): ProviderEvent[] => {
  const words = [eventId, objectId, type]
  if (eventId === null || objectId === null || type === null || !words.every((word) => WORD.test(word ?? ''))) return []
  const at = Number.isNaN(occurredAt.getTime()) ? new Date() : occurredAt
  return [{ provider, eventId, objectId, type, occurredAt: at, dedupe: 'once' }]
}
