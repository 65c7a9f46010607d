import type { LiveEventData, LiveEventName } from '@puente/contract'

type Frame = { [K in LiveEventName]: { id?: number; event: K; data: LiveEventData[K] } }[LiveEventName]

/** One server-sent event. The data is one line of JSON, which holds no line break. */
export const frameOf = ({ id, event, data }: Frame): string =>
  `${id === undefined ? '' : `id: ${id}\n`}event: ${event}\ndata: ${JSON.stringify(data)}\n\n`

/** Says only that the line is alive. */
export const commentFrame = ': still here\n\n'
