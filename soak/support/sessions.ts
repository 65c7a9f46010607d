/** Sessions that are opened one by one, so that what becomes of each can be seen. */
import { setTimeout as sleep } from 'node:timers/promises'
import { uuidOf } from '@puente/contract'
import type { Pool } from 'pg'
import { assert } from '../frame/part.ts'
import { ANSWER_MS, type Person } from './people.ts'

export type Session = {
  url: string
  person: Person
  bearer: string
  /** Asks the server; a session that is over says so with its code. */
  isOver: () => Promise<boolean>
}

type Answer = { status: number; code: string | undefined; data: Record<string, unknown> }

const PAUSE_MS = 200
const PATIENCE_MS = 60_000
const PAGE = 7

const call = async (url: string, path: string, body: object, headers: Record<string, string> = {}) => {
  const response = await fetch(`${url}/api${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
    signal: AbortSignal.timeout(ANSWER_MS),
  })
  const { code, data = {} } = (await response.json()) as { code?: string; data?: Record<string, unknown> }
  const answer: Answer = { status: response.status, code, data }
  return { answer, response }
}

/** The same until it is an answer to the question itself. */
const insist = async (...asked: Parameters<typeof call>): ReturnType<typeof call> => {
  for (const started = Date.now(); ; await sleep(PAUSE_MS)) {
    const told = await call(...asked).catch(() => null)
    if (told && told.answer.status !== 503 && told.answer.status !== 429) return told
    assert(Date.now() - started < PATIENCE_MS, 'I8: service is back in time', told?.answer)
  }
}

const authorized = (bearer: string): Record<string, string> => ({ authorization: `Bearer ${bearer}` })

/** Signs in at this server. */
export const aSession = async (url: string, person: Person): Promise<Session> => {
  const { answer: signedIn } = await insist(url, '/auth/email/sign-in', person.credentials)
  const { answer, response } = await insist(url, '/auth/session', { token: signedIn.data['token'] })
  assert(answer.status === 200, 'signing in gives a session', { signedIn, answer })
  const cookie = response.headers
    .getSetCookie()
    .map((line) => line.split(';')[0] ?? '')
    .find((pair) => pair.startsWith('__Host-puente='))
  assert(cookie !== undefined, 'a session comes with its cookie')
  return {
    url,
    person,
    bearer: String(answer.data['bearer']),
    isOver: async () => {
      const { answer: refreshed } = await insist(url, '/auth/session/refresh', {}, { cookie })
      const isOver = refreshed.code === 'sessionClosed'
      assert(isOver || refreshed.status === 200, 'a session is open or closed', refreshed)
      return isOver
    },
  }
}

/** Sends under this key until an answer comes; the transfer, or why there is none. */
export const sendUntilAnswered = async (
  { url, bearer }: Session,
  key: string,
  body: object,
): Promise<{ transferId: string | null; code: string | undefined }> => {
  const { answer } = await insist(url, '/send/in-app', body, { ...authorized(bearer), 'idempotency-key': key })
  const { transactionId } = answer.data as { transactionId?: string }
  const transferId = uuidOf(transactionId ?? '', 'txn')
  assert(answer.status !== 200 || transferId !== null, 'an accepted send names its transaction', answer)
  return { transferId, code: answer.code }
}

/** Walks the whole history page by page; throws `Broken` unless each movement comes once. Answers how many there are. */
export const walkHistory = async (admin: Pool, { url, bearer, person }: Session): Promise<number> => {
  const seen: string[] = []
  for (let last: unknown = null, isEnd = false; !isEnd;) {
    const { answer } = await insist(url, '/transactions/list', { limit: PAGE, last }, authorized(bearer))
    assert(answer.status === 200, 'a page is answered', answer)
    const items = answer.data['items'] as { id: string }[]
    seen.push(...items.map(({ id }) => uuidOf(id, 'txn') ?? ''))
    ;({ last } = answer.data)
    isEnd = answer.data['end'] === true
  }
  const { rows } = await admin.query<{ id: string }>('select movement_id as id from movements where owner_id = $1', [
    person.id,
  ])
  const isWhole = new Set(seen).size === seen.length && rows.every(({ id }) => seen.includes(id))
  assert(isWhole && seen.length === rows.length, 'paging by id stays complete', {
    seen: seen.length,
    rows: rows.length,
  })
  return seen.length
}
