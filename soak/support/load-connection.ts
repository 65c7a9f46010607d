import { connect, type Socket } from 'node:net'

/** An answer as far as load is concerned; `null` when the connection was cut. */
export type LoadAnswer = { status: number; hasWait: boolean; body: string } | null

/** A connection that carries one call at a time. It opens with its first call, and again when it was cut. */
export type LoadConnection = {
  number: number
  call: (request: string, startedAt: number, answered: (answer: LoadAnswer) => void) => void
  /** Infinity while there is no call. */
  startedAt: () => number
  /** Gives the call up. */
  cut: () => void
}

/** The whole answer, once it is there. */
const parse = (text: string): LoadAnswer | 'incomplete' => {
  const headEnd = text.indexOf('\r\n\r\n')
  if (headEnd < 0) return 'incomplete'
  const head = text.slice(0, headEnd).toLowerCase()
  const body = text.slice(headEnd + 4)
  const length = /\r\ncontent-length: (\d+)/.exec(head)?.[1]
  const isWhole = length === undefined ? body.endsWith('0\r\n\r\n') : body.length >= Number(length)
  if (!isWhole) return 'incomplete'
  return { status: Number(head.slice(9, 12)), hasWait: head.includes('\r\nretry-after: '), body }
}

export const createLoadConnection = (url: string, number: number): LoadConnection => {
  const { hostname, port } = new URL(url)
  let socket: Socket | null = null
  let text = ''
  let current: { at: number; answered: (answer: LoadAnswer) => void } | null = null

  const settle = (answer: LoadAnswer): void => {
    const call = current
    current = null
    text = ''
    call?.answered(answer)
  }
  const open = (): Socket => {
    const opened = connect({ host: hostname, port: Number(port), noDelay: true })
    opened.setEncoding('latin1')
    opened.on('data', (chunk: string) => {
      text += chunk
      const answer = parse(text)
      if (answer !== 'incomplete') settle(answer)
    })
    opened.on('error', () => {})
    opened.on('close', () => {
      if (socket === opened) socket = null
      settle(null)
    })
    return opened
  }
  return {
    number,
    call: (request, at, answered) => {
      current = { at, answered }
      socket ??= open()
      socket.write(request, 'latin1')
    },
    startedAt: () => current?.at ?? Infinity,
    cut: () => void socket?.destroy(),
  }
}
