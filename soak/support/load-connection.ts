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

const HEAD_END = '\r\n\r\n'
const LENGTH = /\r\ncontent-length: (\d+)/i
const WAIT = /\r\nretry-after: /i

/** The whole answer, once it is there. */
const parse = (text: string): LoadAnswer | 'incomplete' => {
  const headEnd = text.indexOf(HEAD_END)
  if (headEnd < 0) return 'incomplete'
  const bodyAt = headEnd + HEAD_END.length
  const length = LENGTH.exec(text)?.[1]
  const isWhole = length === undefined ? text.endsWith('0\r\n\r\n') : text.length >= bodyAt + Number(length)
  if (!isWhole) return 'incomplete'
  return { status: Number(text.slice(9, 12)), hasWait: WAIT.test(text), body: text.slice(bodyAt) }
}

/** What arrives is looked at before anything else arrives, so that all connections may share the place for it. */
const arrivals = Buffer.alloc(65_536)

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
  const take = (bytes: number): boolean => {
    text += arrivals.toString('latin1', 0, bytes)
    const answer = parse(text)
    if (answer !== 'incomplete') settle(answer)
    return true
  }
  const open = (): Socket => {
    const onread = { buffer: arrivals, callback: take }
    const opened = connect({ host: hostname, port: Number(port), noDelay: true, onread })
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
