import pg from 'pg'
import type { Log } from '../log.ts'
import { connectionFor } from './follow.ts'

const RECONNECT_MS = 1_000

/**
 * Listens on a channel, over a connection of its own that is replaced when it is lost; notifications in between are
 * lost. Returns a function that stops it.
 */
export const listenTo = (
  url: string,
  channel: string,
  onPayload: (payload: string) => void,
  log: Pick<Log, 'warn'>,
): (() => Promise<void>) => {
  const { Client, connectionString } = connectionFor(url)
  let client: pg.Client | undefined
  let timer: NodeJS.Timeout | undefined
  let isClosed = false

  const again = (): void => {
    if (isClosed || timer) return
    timer = setTimeout(() => {
      timer = undefined
      connecting = connect()
    }, RECONNECT_MS)
    timer.unref()
  }
  const connect = async (): Promise<void> => {
    const next = new Client({
      connectionString,
      connectionTimeoutMillis: 2_000,
      application_name: 'puente listen',
      keepAlive: true,
    })
    client = next
    next.on('error', () => {}) // the `end` event follows and opens a new connection
    next.on('end', again)
    next.on('notification', ({ payload = '' }) => onPayload(payload))
    try {
      await next.connect()
      await next.query(`listen ${pg.escapeIdentifier(channel)}`)
    } catch (err) {
      log.warn({ err, label: channel }, 'not listening')
      await next.end().catch(() => {})
      again()
    }
  }
  let connecting = connect()

  return async () => {
    isClosed = true
    clearTimeout(timer)
    await connecting
    await client?.end().catch(() => {})
  }
}
