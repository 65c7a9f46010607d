/**
 * What a verb is given: the services of the process and the facts of one request. Its type follows the access of its
 * endpoint, so that a public verb cannot ask who is signed in, and a user's verb always knows.
 */
import type { AppEndpoints, Endpoint, Endpoints, InputOf, Language, OutputOf, StreamResult } from '@puente/contract'
import type { Command, Ledger } from '@puente/ledger'
import type { ReadDb } from '../db/database.ts'
import type { Services } from '../services.ts'
import type { Agent } from './agent-rules.ts'

/** The signed-in user as the database has it now; nothing here comes from the bearer's claims. */
export type CurrentUser = {
  /** Bare uuid. */
  id: string
  sessionId: string
  /** Set while another device speaks for the session, which may upload and read the status of the identity check. */
  handoffId?: string
  fullName: string
  tier: number
  emailVerified: boolean
  phoneVerified: boolean
  termsAccepted: boolean
  status: 'open' | 'frozen' | 'closing' | 'closed'
  /** When its owner took the account back from who had opened it: what was handed in or written before is not theirs to see. */
  reclaimedAt: Date | null
  language: Language
  timeZone: string | null
}

/**
 * When the bearer of this request runs out; the live stream ends then. `isOwnerInDoubt`: the account may be another person's, and its
 * owner the one who cannot call.
 */
export type Bearer = { user: CurrentUser; expiresAt: Date; isOwnerInDoubt: boolean }

/** How a verb reaches the HTTP answer; only session cookies and a few headers need it. */
export type ReplyHead = {
  /** Strict, unless the cookie has to come along when another site sends the browser back. */
  setCookie(name: string, value: string, maxAgeSeconds: number, sameSite?: 'strict' | 'none'): void
  clearCookie(name: string): void
  header(name: string, value: string): void
}

export type RequestFacts = {
  requestId: string
  language: Language
  /** IANA name: the request's, else the profile's, else New York. */
  timeZone: string
  /** The caller's network, coarse enough not to name a person: /24 or /56. */
  network: string
  userAgent: string | null
  /** What the browser says of itself; worked out when it is asked for. */
  agent: () => Agent
  sessionCookie: string | null
  /** As it came; `readDevice` says what it is worth. */
  deviceCookie: string | null
  /** Binds a social login to the browser it was begun in. */
  flowCookie: string | null
  /** The header as it came; only `logout` looks at it, which takes a bearer or the cookie. */
  authorization: string | null
  /** The header as it came, which proves nothing by itself; null without one. */
  stepUpToken: string | null
  reply: ReplyHead
  /**
   * Whether the caller still waits for the answer. A caller who was asked to come back will repeat the call: what
   * cannot be taken a second time, like an address or a token, must not be used up for an answer that is never read
   * (see `transaction`).
   */
  isAwaited: () => boolean
}

/** A money command without what the request already says: owner, key and hash. */
export type MoneyCommand = Omit<Command, 'ownerId' | 'key' | 'requestHash'>

export type Money = {
  /** The request's key and hash, for commands that are derived from it. */
  key: string
  requestHash: string
  /**
   * Posts a command under the request's key and answers with what was stored: its own answer, or that of the first
   * time. A refusal decided in the batch is thrown as a `Refusal` after the commit.
   */
  post<Answer>(command: MoneyCommand): Promise<Answer>
}

export type PublicCtx = Services & RequestFacts & { user: CurrentUser | null }
export type UserCtx = Services &
  RequestFacts & {
    user: CurrentUser
    bearerExpiresAt: Date
    /**
     * Takes the call's token of a step-up, for this operation with this very input; refuses with `stepUpRequired` without a
     * good one. For verbs of `stepUp: 'whenAsked'` that move no money; `always` is asked by the binder. A verb that refuses
     * afterwards has the token given back.
     */
    requireStepUp: () => Promise<void>
  }
export type MoneyCtx = UserCtx & { money: Money }

/**
 * For a money verb that does nothing but post: it may read, and the one way to write is `money.post`. A write outside the
 * ledger's batch does not compile.
 */
export type PostingCtx = RequestFacts &
  Pick<UserCtx, 'user' | 'config' | 'clock' | 'keys'> & {
    db: ReadDb
    ledger: Pick<Ledger, 'house' | 'balancesOf'>
    money: Money
  }

export type CtxOf<E extends Endpoint> = E extends { idempotent: true }
  ? MoneyCtx
  : E['access'] extends 'user'
    ? UserCtx
    : PublicCtx

type Verb<Ctx, E extends Endpoint> = (ctx: Ctx, input: InputOf<E>) => Promise<OutputOf<E>>

/**
 * The verb of an endpoint. That of a money call is `{ onlyPosts: verb }` where it does nothing but post: then its key need
 * not be looked for first, which spares a round trip.
 */
export type Handler<E extends Endpoint> =
  | Verb<CtxOf<E>, E>
  | (E extends { idempotent: true } ? { onlyPosts: Verb<PostingCtx, E> } : never)

/** Streams are answered by the binder itself; everything else needs exactly one handler, or does not compile. */
export type HandlersFor<Table extends Endpoints> = {
  [K in keyof Table as Table[K]['result'] extends StreamResult ? never : K]: Handler<Table[K]>
}

/** The handlers of the people's application; what one slice serves of them `satisfies Partial<Handlers>`. */
export type Handlers = HandlersFor<AppEndpoints>
export type HandledKey = keyof Handlers
