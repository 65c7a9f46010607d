/** What each call takes, answers and refuses with, read off the contract's table of endpoints. */
import type {
  AppEndpoints,
  BEARER_REFUSALS,
  COMMON_REFUSALS,
  EndpointKey,
  ErrorCode,
  MONEY_REFUSALS,
  Request,
  Result,
  STEP_UP_REFUSALS,
} from '@puente/contract'

type Endpoint<K extends EndpointKey> = AppEndpoints[K]

/** The names in `{…}` of a path. */
type Placeholders<P> = P extends `${string}{${infer Name}}${infer Rest}`
  ? { [N in Name]: string } & Placeholders<Rest>
  : unknown

/** Body or query, with what fills the path. A call that takes nothing takes `undefined`. */
export type InputOf<K extends EndpointKey> =
  unknown extends Placeholders<Endpoint<K>['path']>
    ? Request<K>
    : Placeholders<Endpoint<K>['path']> & (Request<K> extends undefined ? unknown : Request<K>)

export type ResultOf<K extends EndpointKey> = Result<K>

type CommonCode = (typeof COMMON_REFUSALS)[number]
type BearerCode<E> = E extends { access: 'user' | 'optional' } ? (typeof BEARER_REFUSALS)[number] : never
type MoneyCode<E> = E extends { idempotent: true } ? (typeof MONEY_REFUSALS)[number] : never
type StepUpCode<E> = E extends { stepUp: string } ? (typeof STEP_UP_REFUSALS)[number] : never

/** Every code that a call may be refused with; `undefined` stands for an answer without one, as of a proxy in between. */
export type CodesOf<K extends EndpointKey> =
  | Extract<Endpoint<K>['refuses'][number], ErrorCode>
  | CommonCode
  | BearerCode<Endpoint<K>>
  | MoneyCode<Endpoint<K>>
  | StepUpCode<Endpoint<K>>
  | 'undefined'

type Page = { items: readonly unknown[]; end: boolean }

/** The calls that answer a list in pages. */
export type PagedKey = { [K in EndpointKey]: Result<K> extends Page ? K : never }[EndpointKey]
export type ItemOf<K extends PagedKey> = Result<K> extends { items: readonly (infer Item)[] } ? Item : never

type KeyOf<Kind extends string> = {
  [K in EndpointKey]: AppEndpoints[K]['result'] extends { kind: Kind } ? K : never
}[EndpointKey]
/** The calls that answer a file. */
export type FileKey = KeyOf<'file' | 'download'>
/** The calls that take a file beside their fields. */
export type UploadKey = { [K in EndpointKey]: AppEndpoints[K] extends { multipart: object } ? K : never }[EndpointKey]
/** The calls that take and answer JSON. */
export type JsonKey = Exclude<EndpointKey, FileKey | KeyOf<'stream'> | UploadKey>
