import type { EndpointKey, LiveEvent, OpenSession, Request } from '@puente/contract'
import { createCookies } from './cookies.ts'
import { liveEvents } from './live.ts'
import type { CallOptions, ClientOptions } from './options.ts'
import { isRefused, type Refused, refusalOf } from './refused.ts'
import { createSend, dataOf, type Sending, shapeOf } from './send.ts'
import { createSession } from './session.ts'
import { askedIn, type Proof } from './step-up.ts'
import type { CodesOf, FileKey, InputOf, ItemOf, JsonKey, PagedKey, ResultOf, UploadKey } from './types.ts'

/** What `attempt` answers: the result, or the refusal with one of the call's own codes. */
export type Attempt<K extends EndpointKey> =
  | { ok: true; data: ResultOf<K> }
  | { ok: false; refusal: Refused<CodesOf<K>> }

export type Client = {
  /** Signs in and opens a session. A second factor is asked of `onStepUp`. */
  signIn: (email: string, password: string) => Promise<OpenSession>
  /** Opens a session with a token that a call answered, such as `signUp`. */
  open: (given: Request<'openSession'>) => Promise<OpenSession>
  /** Ends the session, here and on the server. */
  signOut: () => Promise<void>
  /** Makes a call; throws `Refused` or `Unreachable`. */
  call: <K extends JsonKey>(key: K, input?: InputOf<K>, options?: CallOptions) => Promise<ResultOf<K>>
  /** The same, with a refusal as a value whose codes are those of this call. */
  attempt: <K extends JsonKey>(key: K, input?: InputOf<K>, options?: CallOptions) => Promise<Attempt<K>>
  /** Every item of a list, page by page, as far as it is read. */
  each: <K extends PagedKey>(key: K, input?: InputOf<K>, options?: CallOptions) => AsyncGenerator<ItemOf<K>>
  /** Hands in a file beside its fields. */
  upload: <K extends UploadKey>(
    key: K,
    fields: Record<string, string>,
    file: Blob,
    options?: CallOptions,
  ) => Promise<ResultOf<K>>
  /** Fetches what is answered as a file. */
  file: <K extends FileKey>(key: K, input: InputOf<K>, options?: CallOptions) => Promise<Blob>
  /** What changes, from now on or after an event of before, over as many connections as it takes. */
  live: (options?: { after?: number; signal?: AbortSignal }) => AsyncGenerator<LiveEvent>
  /** The session, to be gone on with by another client; null before there is one. A secret, as good as the password. */
  saved: () => string | null
}

/** A client of one person, or of no one until it signs in. */
export const createClient = (options: ClientOptions = {}): Client => {
  const cookies = createCookies(options.saved ?? null)
  const send = createSend(options, cookies)
  const session = createSession(send, cookies)

  const proofFor = async (refusal: Refused): Promise<{ challengeId: string; proof: Proof } | null> => {
    const asked = askedIn(refusal.details)
    if (!asked || !options.onStepUp) return null
    const begin = (factor: (typeof asked.factors)[number]) =>
      request('stepUpOptions', { input: { challengeId: asked.challengeId, factor } }).then(
        async (response) => (await dataOf('stepUpOptions', response)) as ResultOf<'stepUpOptions'>,
      )
    const proof = await options.onStepUp({ ...asked, begin })
    return proof && { challengeId: asked.challengeId, proof }
  }

  /** Sends with whatever the call is opened by; once more with a new bearer when the old one is refused. */
  const request = async (key: EndpointKey, sending: Sending): Promise<Response> => {
    const { access } = shapeOf(key)
    const headersWith = (bearer: string | null) => ({
      ...(bearer === null ? {} : { Authorization: `Bearer ${bearer}` }),
      ...sending.headers,
    })
    if (access === 'public' || access === 'cookie') return send(key, { ...sending, headers: headersWith(null) })
    const bearer = await session.use()
    const response = await send(key, { ...sending, headers: headersWith(bearer) })
    if (response.status !== 401 || bearer === null) return response
    // A wrong password given as proof says nothing about the bearer.
    if ((await refusalOf(key, response.clone())).code === 'invalidSignIn') return response
    return send(key, { ...sending, headers: headersWith(await session.renew(bearer)) })
  }

  /** Sends under one key, and again with a proof where one is asked for. */
  const proved = async (key: EndpointKey, sending: Sending): Promise<Response> => {
    const headers = shapeOf(key).isKeyed
      ? { 'Idempotency-Key': sending.idempotencyKey ?? crypto.randomUUID(), ...sending.headers }
      : { ...sending.headers }
    const response = await request(key, { ...sending, headers })
    if (response.status !== 403) return response
    const refusal = await refusalOf(key, response.clone())
    const answer = refusal.code === 'stepUpRequired' ? await proofFor(refusal) : null
    if (!answer) return response
    const { stepUpToken } = await call('stepUpVerify', { challengeId: answer.challengeId, ...answer.proof })
    return request(key, { ...sending, headers: { ...headers, 'Step-Up': stepUpToken } })
  }

  const call: Client['call'] = async (key, input, given = {}) =>
    (await dataOf(key, await proved(key, { ...given, input }))) as never

  const open: Client['open'] = async (given) => {
    try {
      return await session.open(given)
    } catch (error) {
      if (!isRefused(error, 'stepUpRequired')) throw error
      const answer = await proofFor(error)
      if (!answer) throw error
      const { password: _, ...proof } = answer.proof
      return session.open({ challengeId: answer.challengeId, ...proof })
    }
  }

  return {
    call,
    open,
    signIn: async (email, password) => open({ token: (await call('signIn', { email, password })).token }),
    signOut: async () => {
      await send('logout', { input: {} }).finally(session.forget)
    },
    attempt: async (key, input, given) => {
      try {
        return { ok: true, data: await call(key, input, given) }
      } catch (error) {
        if (isRefused(error)) return { ok: false, refusal: error as never }
        throw error
      }
    },
    async *each(key, input, given) {
      let last: string | null | undefined
      for (;;) {
        // oxlint-disable-next-line no-await-in-loop -- a page names the next one
        const page = (await call(
          key as JsonKey,
          { ...(input as object), ...(last ? { last } : {}) } as never,
          given,
        )) as {
          items: never[]
          last: string | null
          end: boolean
        }
        yield* page.items
        if (page.end || page.last === null) return
        last = page.last
      }
    },
    upload: async (key, fields, file, given = {}) => {
      const form = new FormData()
      for (const [name, value] of Object.entries(fields)) form.set(name, value)
      form.set(shapeOf(key).file ?? 'file', file, 'file')
      return (await dataOf(key, await proved(key, { ...given, input: {}, form }))) as never
    },
    file: async (key, input, given = {}) => {
      const response = await proved(key, { ...given, input })
      if (!response.ok) throw await refusalOf(key, response)
      return response.blob()
    },
    saved: () => (cookies.hasSession() ? cookies.text() : null),
    live: (given = {}) => liveEvents((sending) => request('live', sending), given),
  }
}
