import { type ErrorCode, refusalOf, type RefusalBody } from '@puente/contract'
import { LedgerBusy, LedgerUnavailable, MoneyFrozen, OutcomeUnknown } from '@puente/ledger'
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import type * as z from 'zod/mini'
import { BlobsFull } from '#providers/files/port.ts'
import { PoolBusy } from '../bounded-pool.ts'
import { DecryptionFailed } from '../crypto/field-encryption.ts'
import { classify } from '../db/classify.ts'
import { DatabaseUnavailable, OutcomeUnknown as CommitUnknown } from '../db/errors.ts'
import type { Log } from '../log.ts'
import type { Metrics } from '../metrics.ts'
import { DeadlinePassed } from './deadline.ts'
import { isRemarkable, type Refused, type RefusalTrail } from '../refusal-trail.ts'
import { readerOf } from './facts.ts'
import { type Details, Refusal, refusalMessage } from './refusal.ts'
import { networkOf } from './requests.ts'

/** What the framework calls a bad request, in the words of the catalogue. */
const FRAMEWORK: Record<string, [ErrorCode, Details?]> = {
  FST_ERR_CTP_INVALID_MEDIA_TYPE: ['missingHeader', { header: 'Content-Type' }],
  FST_ERR_CTP_EMPTY_TYPE: ['missingHeader', { header: 'Content-Type' }],
  FST_ERR_CTP_EMPTY_JSON_BODY: ['invalidRequest', { reason: 'emptyBody' }],
  FST_ERR_CTP_INVALID_JSON_BODY: ['invalidRequest', { reason: 'malformedJson' }],
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: ['invalidRequest', { reason: 'contentLength' }],
  FST_ERR_CTP_BODY_TOO_LARGE: ['invalidRequest', { reason: 'tooLarge' }],
  FST_REQ_FILE_TOO_LARGE: ['invalidRequest', { reason: 'tooLarge' }],
  FST_FILES_LIMIT: ['invalidRequest', { reason: 'oneFile' }],
  FST_FIELDS_LIMIT: ['invalidRequest', { reason: 'tooManyFields' }],
  FST_PARTS_LIMIT: ['invalidRequest', { reason: 'tooManyFields' }],
  FST_PROTO_VIOLATION: ['invalidRequest', { reason: 'malformedForm' }],
  FST_INVALID_JSON_FIELD_ERROR: ['invalidRequest', { reason: 'malformedForm' }],
  FST_MP_PREMATURE_CLOSE: ['invalidRequest', { reason: 'malformedForm' }],
  FST_INVALID_MULTIPART_CONTENT_TYPE: ['missingHeader', { header: 'Content-Type' }],
  FST_ERR_BAD_URL: ['notFound'],
  FST_ERR_MAX_PARAM_LENGTH: ['notFound'],
  FST_ERR_RATE_LIMIT: ['tooManyRequests'],
}

/** What no code of the framework says more of, by the status that it would have had. */
const BY_STATUS = new Map<number, [ErrorCode, Details?]>([
  [404, ['notFound']],
  [412, ['invalidRequest', { reason: 'precondition' }]],
  [413, ['invalidRequest', { reason: 'tooLarge' }]],
  [416, ['invalidRequest', { reason: 'range' }]],
  [429, ['tooManyRequests']],
])

/**
 * The caller's mistake as the framework or one of its plugins tells of it. A provider's library may throw errors with a
 * status too: those are no caller's mistake, and have neither the framework's codes nor `expose`.
 */
const callersMistake = (error: Partial<FastifyError> & { expose?: unknown }): Refusal | null => {
  const { code = '', statusCode = 0, expose } = error
  const mapped = FRAMEWORK[code]
  if (mapped) return new Refusal(...mapped)
  const isFrameworks = code.startsWith('FST_') || expose === true || statusCode === 400
  if (!isFrameworks || statusCode < 400 || statusCode >= 500) return null
  return new Refusal(...(BY_STATUS.get(statusCode) ?? (['invalidRequest'] as const)))
}

/** A failed validation as a refusal: the field's own code, with the field and reason in the details. */
export const invalid = (error: { issues: readonly z.core.$ZodIssue[] }): Refusal => {
  const { code, field, reason } = refusalOf(error)
  return new Refusal(code, { field, ...(reason ? { reason } : {}) })
}

const unavailable = (retryAfterSeconds: number) => new Refusal('serviceUnavailable', { retryAfterSeconds })

/** Whether it happened is not known yet: the caller keeps its key and asks again; it is never called a failure. */
const unknownOutcome = (retryAfterSeconds: number) =>
  new Refusal('serviceUnavailable', { outcome: 'unknown', reason: 'unknownOutcome', retryAfterSeconds })

/** Everything that can be thrown, as a refusal; the unexpected is `unknown`. */
const toRefusal = (error: unknown, isMoney: boolean): Refusal => {
  if (error instanceof Refusal) return error
  if (error instanceof DeadlinePassed) return isMoney ? unknownOutcome(2) : unavailable(2)
  const mistake = callersMistake((error ?? {}) as Partial<FastifyError>)
  if (mistake) return mistake
  if (error instanceof LedgerBusy || error instanceof LedgerUnavailable || error instanceof DatabaseUnavailable)
    return unavailable(error.retryAfterSeconds)
  if (error instanceof MoneyFrozen) return new Refusal('accountRestricted', { reason: 'moneyFrozen' })
  if (error instanceof BlobsFull) return unavailable(error.retryAfterSeconds)
  if (error instanceof OutcomeUnknown || error instanceof CommitUnknown) return unknownOutcome(error.retryAfterSeconds)
  if (error instanceof PoolBusy) return unavailable(1)
  const known = classify(error)
  if (known === 'transient' || known === 'overload') return unavailable(1)
  if (known === 'unknown') return unknownOutcome(2)
  return new Refusal('unknown')
}

const refusalBody = (refusal: Refusal, request: FastifyRequest): RefusalBody => {
  const { language, timeZone } = readerOf(request)
  return {
    code: refusal.code,
    message: refusalMessage(refusal.code, refusal.details, language, timeZone),
    ...(refusal.details && refusal.code !== 'unknown' ? { details: refusal.details } : {}),
    requestId: request.id,
  }
}

const refusedOf = ({ code, details }: Refusal, { routeOptions, ip }: FastifyRequest): Refused => ({
  network: networkOf(ip),
  route: routeOptions.config.endpointKey ?? routeOptions.url ?? 'none',
  code,
  reason: typeof details?.reason === 'string' ? details.reason : null,
})

/**
 * Where a refusal is recorded: in monitoring, in the log when the fault is ours, in the trail when it is the caller's.
 */
type Told = {
  metrics: Pick<Metrics, 'refused'>
  log: Pick<Log, 'warn' | 'error'>
  refusals: Pick<RefusalTrail, 'note'>
}

/** Takes an error for a refusal, and counts it by its code. A bug is logged whole. */
export const recordError =
  ({ metrics, log, refusals }: Told) =>
  (error: unknown, request: FastifyRequest): Refusal => {
    const refusal = toRefusal(error, request.routeOptions.config.isMoney === true)
    metrics.refused(refusal.code)
    const fields = { requestId: request.id, code: refusal.code }
    if (refusal.code === 'unknown') log.error({ ...fields, err: error }, 'unexpected error')
    // What was altered or moved in the database behind our back is a matter for the audit, not only for the log.
    if (error instanceof DecryptionFailed)
      refusals.note({ ...refusedOf(refusal, request), reason: `unreadable ${error.place.table}.${error.place.column}` })
    else if (refusal.status >= 500)
      log.warn({ ...fields, err: error instanceof Refusal ? undefined : error }, 'refused')
    if (isRemarkable(refusal.code)) refusals.note(refusedOf(refusal, request))
    return refusal
  }

/** The one place where an error becomes an answer of a call; what is a bug is answered without any detail. */
export const errorAnswers = (told: Told) => {
  const record = recordError(told)
  return (error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply => {
    const refusal = record(error, request)
    const wait = refusal.details?.retryAfterSeconds
    if (typeof wait === 'number') reply.header('retry-after', String(wait))
    return reply.code(refusal.status).header('cache-control', 'no-store').send(refusalBody(refusal, request))
  }
}
