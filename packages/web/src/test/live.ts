import type { LiveEventData, LiveEventName } from '@puente/contract'
import { handles, server } from './server.ts'

/** A live stream that the test tells things on, from when the page opens it. */
export const aLiveStream = () => {
  const encoder = new TextEncoder()
  const told: Uint8Array[] = []
  let id = 0
  let open: ReadableStreamDefaultController<Uint8Array> | undefined
  server.use(
    handles('live', () => {
      const body = new ReadableStream<Uint8Array>({
        start: (controller) => {
          open = controller
          for (const frame of told.splice(0)) controller.enqueue(frame)
        },
      })
      return new Response(body, { headers: { 'Content-Type': 'text/event-stream' } })
    }),
  )
  return {
    tell: <K extends LiveEventName>(event: K, data: LiveEventData[K]): void => {
      id += 1
      const frame = encoder.encode(`id: ${id}\nevent: ${event}\ndata: ${JSON.stringify(data)}\n\n`)
      if (open) open.enqueue(frame)
      else told.push(frame)
    },
  }
}
