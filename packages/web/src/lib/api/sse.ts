/** Server-sent events out of a fetched stream (an EventSource cannot send the bearer). */
export type SseMessage = { id: string | null; event: string; data: string }

/** Turns text chunks into messages; `push` returns the messages that a chunk completes. Comments are skipped. */
export const sseParser = () => {
  let rest = ''
  return {
    push: (chunk: string): SseMessage[] => {
      const blocks = (rest + chunk).replaceAll('\r\n', '\n').split('\n\n')
      rest = blocks.pop() ?? ''
      return blocks.flatMap((block) => {
        const message: SseMessage = { id: null, event: 'message', data: '' }
        const data: string[] = []
        for (const line of block.split('\n')) {
          const [, field, value = ''] = /^([^:]+)(?:: ?(.*))?$/.exec(line) ?? []
          if (field === 'id') message.id = value
          else if (field === 'event') message.event = value
          else if (field === 'data') data.push(value)
        }
        return data.length === 0 ? [] : [{ ...message, data: data.join('\n') }]
      })
    },
  }
}
