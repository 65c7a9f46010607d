/** One server-sent event, as it stands in the stream. */
export type SentEvent = { id: string | null; event: string; data: string }

/** Reads events out of the bytes of a stream; comments, which keep it open, are skipped. */
export async function* sentEvents(bytes: ReadableStream<Uint8Array<ArrayBuffer>>): AsyncGenerator<SentEvent> {
  let rest = ''
  const reader = bytes.pipeThrough(new TextDecoderStream()).getReader()
  try {
    for (;;) {
      // oxlint-disable-next-line no-await-in-loop -- a stream is read in its order
      const { done, value } = await reader.read()
      if (done) return
      const blocks = (rest + value).replaceAll('\r\n', '\n').split('\n\n')
      rest = blocks.pop() ?? ''
      for (const block of blocks) {
        const fields = block.split('\n').map((line) => /^([^:]+)(?:: ?(.*))?$/.exec(line) ?? [])
        const of = (name: string) => fields.filter(([, field]) => field === name).map(([, , text = '']) => text)
        const data = of('data')
        if (data.length > 0)
          yield { id: of('id').at(-1) ?? null, event: of('event').at(-1) ?? 'message', data: data.join('\n') }
      }
    }
  } finally {
    await reader.cancel().catch(() => undefined)
  }
}
