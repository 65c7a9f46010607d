/**
 * An endpoint is plain data. The server's binder registers every entry in one loop, the web client reads method and
 * path, the API document is generated from the same table: a path or a field is written once, here.
 *
 * Schemas carry the refusal code of a field as their message (`z.string('invalidTo')`, or `'invalidAmount:cardMinimum'`
 * with a reason), so that server and form name the same trouble the same way; `refusalOf` reads it back.
 */
import type * as z from 'zod/mini'
import { ERROR_CODES, type ErrorCode } from './errors.ts'

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

/**
 * Who may call: `public` anyone; `user` the bearer of an open session; `optional` either (a bearer, when sent, must be
 * good); `cookie` the session cookie, JSON from the own origin only.
 */
export type Access = 'public' | 'user' | 'optional' | 'cookie'

/**
 * What an account must have for a call, in the order in which the call says what is missing: not frozen and not closing; its email
 * verified, or both contacts; the terms accepted as they are now; this tier of the identity check. The verb refuses; this says that it
 * does, and `access-matrix.test.ts` holds each against the other.
 */
export type Need = 'open' | 'email' | 'contacts' | 'terms' | 'tier1' | 'tier2'

export type Schema = z.ZodMiniType

/** One uploaded file beside text fields; `maxBytes` is the first size that is refused. */
export type Multipart = { file: string; maxBytes: number; fields: Schema }

/** An answer that is no JSON: bytes of one of these types, or a live stream of events. */
export type FileResult = { kind: 'file'; contentTypes: readonly string[] }
/** A file that is saved under a name, and may be too long to be held in memory: it is sent while it is made. */
export type DownloadResult = { kind: 'download'; contentTypes: readonly string[] }
export type StreamResult = { kind: 'stream' }

/** A named budget of calls; the server holds the numbers (`throttles.ts`). */
export type ThrottleName =
  | 'signIn'
  | 'signUp'
  | 'codes'
  | 'stepUp'
  | 'factors'
  | 'safety'
  | 'passwordReset'
  | 'resetLink'
  | 'search'
  | 'asks'
  | 'payLinks'
  | 'money'
  | 'quote'
  | 'uploads'
  | 'papers'
  | 'verify'
  | 'events'
  | 'notes'
  | 'catalogue'
  | 'tickets'
  | 'read'

/**
 * What an overloaded server sheds, in this order: first what can wait, money last. Sessions rank with money, because
 * people cannot reach their money without one. `always` is served whatever the load.
 */
export type Priority = 'reports' | 'search' | 'lists' | 'quotes' | 'money' | 'always'

export type Endpoint = {
  method: Method
  /** Below `/api`, character for character as specified; `{name}` marks a path parameter. */
  path: `/${string}`
  summary: string
  access: Access
  needs?: readonly Need[]
  params?: Schema
  query?: Schema
  body?: Schema
  /** The largest JSON body, where it may be larger than usual: an image as text. */
  bodyMaxBytes?: number
  multipart?: Multipart
  result: Schema | FileResult | DownloadResult | StreamResult
  /** The refusals specific to this call; the binder adds those that every call of its kind shares. */
  refuses: readonly ErrorCode[]
  throttle: ThrottleName
  /** How long it is served while the server cannot keep up. */
  priority: Priority
  /** A money call: needs `Idempotency-Key`. */
  idempotent?: true
  /**
   * Asks the person to prove again that it is them, by a token in the header `Step-Up` that serves once and for this very act:
   * `always`, or `whenAsked`, where the verb or, for money, a participant of its batch decides. Only calls with a bearer.
   */
  stepUp?: 'always' | 'whenAsked'
  /** Polling and the like: does not count as the user being active. */
  background?: true
  /** Also takes the bearer of a hand-off, which every other endpoint refuses. */
  handoff?: true
  /** Changes something, and yet is served while it is in doubt whose the account is; see `isServedInDoubt`. */
  inDoubt?: 'served'
}

/** The endpoints of one audience, by key. */
export type Endpoints = Record<string, Endpoint>

type Parsed<S> = S extends Schema ? z.output<S> : unknown
type Typed<S> = S extends Schema ? z.input<S> : never

/** One file of a multipart call, as the handler gets it: read whole, within its bound. */
export type UploadedFile = { bytes: Uint8Array; filename: string; mimetype: string }

/** Bytes that the handler of a file call answers with. */
export type FileOut = { bytes: Uint8Array; contentType: string }

/** What the handler of a download answers with: it breaks off where making the next piece fails. */
export type DownloadOut = { pieces: AsyncIterable<string | Uint8Array>; contentType: string; filename: string }

/** What the handler of an endpoint is given: body, query, path parameters and upload in one object. */
export type InputOf<E extends Endpoint> = (E extends { body: infer B } ? Parsed<B> : unknown) &
  (E extends { query: infer Q } ? Parsed<Q> : unknown) &
  (E extends { params: infer P } ? Parsed<P> : unknown) &
  (E extends { multipart: { fields: infer F } } ? Parsed<F> & { file: UploadedFile } : unknown)

/** What the handler of an endpoint answers; a stream has no handler. */
export type OutputOf<E extends Endpoint> = E['result'] extends FileResult
  ? FileOut
  : E['result'] extends DownloadResult
    ? DownloadOut
    : E['result'] extends StreamResult
      ? never
      : Parsed<E['result']>

/** What a client sends. */
export type RequestOf<E extends Endpoint> = E extends { body: infer B }
  ? Typed<B>
  : E extends { query: infer Q }
    ? Typed<Q>
    : undefined

/** Codes that any call may answer. */
export const COMMON_REFUSALS = [
  'invalidRequest',
  'missingHeader',
  'tooManyRequests',
  'serviceUnavailable',
  'unknown',
] as const satisfies readonly ErrorCode[]

/** Codes that a call with a bearer may answer. */
export const BEARER_REFUSALS = [
  'AuthHeaderRequired',
  'authTokenMissing',
  'invalidToken',
  'tokenExpired',
  'sessionClosed',
  'userIdMissing',
] as const satisfies readonly ErrorCode[]

/** Codes that a money call may answer. */
export const MONEY_REFUSALS = [
  'invalidCurrency',
  'invalidAmount',
  'accountRestricted',
  'emailNotVerified',
  'kycRequired',
  'limitExceeded',
  'stepUpRequired',
  'idempotencyConflict',
] as const satisfies readonly ErrorCode[]

/** Codes that a call with a step-up may answer: the second one while a change of the phone leaves nothing to prove it with. */
export const STEP_UP_REFUSALS = ['stepUpRequired', 'accountRestricted'] as const satisfies readonly ErrorCode[]

/**
 * Whether a call is served while it is in doubt whose the account is, since the person who calls could be a thief: reading, unless a proof
 * is asked for what is read; money, which the freeze stops where a stored answer was looked for first; and what is marked. Nothing else.
 */
export const isServedInDoubt = ({ method, stepUp, idempotent, inDoubt }: Endpoint): boolean =>
  inDoubt === 'served' || idempotent === true || (method === 'GET' && stepUp === undefined)

const hasBearer = ({ access }: Endpoint): boolean => access === 'user' || access === 'optional'

/** Every code an endpoint may answer: its own and those of its kind. */
export const refusalsOf = (endpoint: Endpoint): ErrorCode[] => [
  ...new Set<ErrorCode>([
    ...endpoint.refuses,
    ...COMMON_REFUSALS,
    ...(hasBearer(endpoint) ? BEARER_REFUSALS : []),
    ...(hasBearer(endpoint) && !isServedInDoubt(endpoint) ? (['accountRestricted'] as const) : []),
    ...(endpoint.idempotent ? MONEY_REFUSALS : []),
    ...(endpoint.stepUp ? STEP_UP_REFUSALS : []),
  ]),
]

export type FieldRefusal = { code: ErrorCode; field: string; reason?: string }

const known: ReadonlySet<string> = new Set(ERROR_CODES)

/**
 * The refusal that a failed validation stands for. An unknown field comes first (it is the caller's misunderstanding of
 * the whole call), then the first field in the schema's order.
 */
export const refusalOf = (error: { issues: readonly z.core.$ZodIssue[] }): FieldRefusal => {
  const unknownKey = error.issues.find((issue) => issue.code === 'unrecognized_keys')
  if (unknownKey) return { code: 'invalidRequest', field: [...unknownKey.path, unknownKey.keys[0]].join('.') }
  const issue = error.issues[0]
  const [code = '', reason] = (issue?.message ?? '').split(':')
  const field = issue?.path.join('.') ?? ''
  if (!known.has(code)) return { code: 'invalidRequest', field }
  return { code: code as ErrorCode, field, ...(reason ? { reason } : {}) }
}

export const file = (...contentTypes: string[]): FileResult => ({ kind: 'file', contentTypes })

export const download = (...contentTypes: string[]): DownloadResult => ({ kind: 'download', contentTypes })

export const isSchema = (result: Endpoint['result']): result is Schema => !('kind' in result)
