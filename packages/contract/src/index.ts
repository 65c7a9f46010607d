/** What the wire says. One table of endpoints, one of error codes; everything else derives from them. */
import type * as z from 'zod/mini'
import { activity } from './app/activity.ts'
import { auth } from './app/auth.ts'
import { contacts } from './app/contacts.ts'
import { content } from './app/content.ts'
import type { Endpoint, FileResult, Schema, StreamResult } from './endpoint.ts'
import { kyc } from './app/kyc.ts'
import { limits } from './app/limits.ts'
import { live } from './app/live.ts'
import { profile, wallet } from './app/profile.ts'
import { transfers } from './app/transfers.ts'

export * from './app/activity.ts'
export * from './app/auth.ts'
export * from './brand.ts'
export * from './app/contacts.ts'
export * from './app/content.ts'
export * from './endpoint.ts'
export * from './errors.ts'
export * from './fields.ts'
export * from './ids.ts'
export * from './app/kyc.ts'
export * from './app/limits.ts'
export * from './app/live.ts'
export * from './money.ts'
export * from './money-bounds.ts'
export * from './money-text.ts'
export * from './app/profile.ts'
export * from './refusal-words.ts'
export * from './time-text.ts'
export * from './app/transfers.ts'

export const endpoints = {
  ...auth,
  ...profile,
  ...wallet,
  ...kyc,
  ...limits,
  ...contacts,
  ...transfers,
  ...activity,
  ...content,
  ...live,
} as const

export type EndpointKey = keyof typeof endpoints
type Entry<K extends EndpointKey> = (typeof endpoints)[K]

type Parsed<S> = S extends Schema ? z.output<S> : unknown
type Typed<S> = S extends Schema ? z.input<S> : never

type InputParts<E> = (E extends { body: infer B } ? Parsed<B> : unknown) &
  (E extends { query: infer Q } ? Parsed<Q> : unknown) &
  (E extends { params: infer P } ? Parsed<P> : unknown) &
  (E extends { multipart: { fields: infer F } } ? Parsed<F> & { file: UploadedFile } : unknown)

/** One file of a multipart call, as the handler gets it: read whole, within its bound. */
export type UploadedFile = { bytes: Uint8Array; filename: string; mimetype: string }

/** What a handler is given: body, query, path parameters and upload in one object. */
export type Input<K extends EndpointKey> = InputParts<Entry<K>>

/** Bytes that a handler of a file call answers with. */
export type FileOut = { bytes: Uint8Array; contentType: string }

/** What a handler answers; the binder wraps it in `{ data }`. */
export type Output<K extends EndpointKey> = Entry<K>['result'] extends FileResult
  ? FileOut
  : Entry<K>['result'] extends StreamResult
    ? never
    : Parsed<Entry<K>['result']>

/** What a client sends. */
export type Request<K extends EndpointKey> =
  Entry<K> extends { body: infer B } ? Typed<B> : Entry<K> extends { query: infer Q } ? Typed<Q> : undefined

/** What a client gets, inside `data`. */
export type Result<K extends EndpointKey> = Output<K>

/** The entry of a key with the general type, for code that walks the whole table. */
export const endpointOf = (key: EndpointKey): Endpoint => endpoints[key]
