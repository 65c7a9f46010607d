import type { LiveEventData, LiveEventName } from '@puente/contract'
import { handles, server } from './server.ts'

/** A live stream that a test sends events on; those sent before the page opens it are delivered then. */
export const aLiveStream = () => {
  const encoder = new TextEncoder()
  const waiting: Uint8Array[] = []
  let id = 0
  let open: ReadableStreamDefaultController<Uint8Array> | undefined
  server.use(
    handles('live', () => {
      const body = new ReadableStream<Uint8Array>({
        start: (controller) => {
          open = controller
          for (const frame of waiting.splice(0)) controller.enqueue(frame)
        },
      })
      return new Response(body, { headers: { 'Content-Type': 'text/event-stream' } })
    }),
  )
  return {
    send: <K extends LiveEventName>(event: K, data: LiveEventData[K]): void => {
      id += 1
      const frame = encoder.encode(`id: ${id}\nevent: ${event}\ndata: ${JSON.stringify(data)}\n\n`)
      if (open) open.enqueue(frame)
      else waiting.push(frame)
    },
  }
}
