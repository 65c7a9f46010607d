import { createHash, createHmac, timingSafeEqual } from 'node:crypto'
import type { DocType } from '@puente/contract'
import type { DefaultApi, DocumentTypes } from '@onfido/api'
import { BadSignature, ProviderError, type ProviderErrorKind, type ProviderEvent } from '../types.ts'
import { type OnfidoReport, reasonsOf } from './onfido-reasons.ts'
import type { KycDecision, KycPhoto, KycProgress, KycProvider, KycSubmission } from './port.ts'

export type OnfidoSettings = { url: string; apiToken: string; webhookTokens: readonly string[] }

const TIMEOUT_MS = 30_000

const DOCUMENTS: Record<DocType, DocumentTypes> = {
  passport: 'passport',
  driverLicense: 'driving_licence',
  stateId: 'national_identity_card',
  residencePermit: 'residence_permit',
}

type HttpError = { isAxiosError?: boolean; response?: { status?: number }; code?: string }

const NOTHING_WAS_SENT = new Set(['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN'])

const kindOf = (status: number | undefined, code: string | undefined): ProviderErrorKind => {
  if (status === undefined) return NOTHING_WAS_SENT.has(code ?? '') ? 'unavailable' : 'unknownOutcome'
  if (status === 401 || status === 403) return 'auth'
  if (status === 429) return 'rateLimited'
  // An answer that says yes and still fails was cut off; 408 is a timeout of theirs.
  return status >= 400 && status < 500 && status !== 408 ? 'invalid' : 'unknownOutcome'
}

/**
 * What an error of the SDK means; the error itself is left behind, since it holds the request with its photos. What is
 * none of the SDK's, such as a failure to keep the progress, stays what it is.
 */
const translated = (error: unknown): unknown => {
  const { isAxiosError, response, code } = (error ?? {}) as HttpError
  if (isAxiosError !== true) return error
  return new ProviderError(
    kindOf(response?.status, code),
    `the identity reviewer answered ${response?.status ?? code ?? 'nothing'}`,
    code === undefined ? {} : { code },
  )
}

/** The id in an answer. Half an answer has none: what was asked for may have been done. */
const idOf = ({ data }: { data: { id?: string } }): string => {
  if (typeof data.id !== 'string') throw new ProviderError('unknownOutcome', 'the identity reviewer answered no id')
  return data.id
}

const connect = async ({ url, apiToken }: OnfidoSettings): Promise<DefaultApi> => {
  const onfido = await import('@onfido/api')
  return new onfido.DefaultApi(
    new onfido.Configuration({ apiToken, basePath: url, baseOptions: { timeout: TIMEOUT_MS, maxRedirects: 0 } }),
  )
}

/** First and last word; a single name stands for both, since the reviewer wants two. */
const namesOf = (fullName: string): { first_name: string; last_name: string } => {
  const words = fullName.split(/\s+/)
  const last = words.at(-1) ?? fullName
  return { first_name: words.slice(0, -1).join(' ') || last, last_name: last }
}

const extension = (contentType: string): string => (contentType === 'image/png' ? 'png' : 'jpg')

const applicantOf = ({ person }: KycSubmission) => ({
  ...namesOf(person.fullName),
  dob: person.birthday,
  email: person.email,
  address: {
    line1: person.address.line1,
    town: person.address.city,
    state: person.address.state,
    postcode: person.address.zipCode,
    country: 'USA' as const,
  },
})

/** A check that was made although its answer was lost; looked for by our reference. */
const findCheck = async (api: DefaultApi, applicantId: string, ref: string): Promise<string | undefined> => {
  const { data } = await api.listChecks(applicantId)
  return data.checks.find(({ tags }) => tags?.includes(ref))?.id
}

const createCheck = async (
  api: DefaultApi,
  applicantId: string,
  ref: string,
  documentIds: Record<string, string>,
): Promise<string> => {
  const { ReportName } = await import('@onfido/api')
  return idOf(
    await api.createCheck({
      applicant_id: applicantId,
      report_names: [ReportName.Document, ReportName.FacialSimilarityPhoto],
      document_ids: Object.values(documentIds),
      tags: [ref],
    }),
  )
}

/** Each step is skipped when it was done before. A photo that is sent twice, because its answer was lost, does no harm. */
const submit = async (
  api: DefaultApi,
  submission: KycSubmission,
  save: (progress: KycProgress) => Promise<void>,
): Promise<{ checkId: string }> => {
  const { FileTransfer } = await import('@onfido/api')
  const { ref, docType, documents, selfie } = submission
  let { progress } = submission
  const keep = async (more: KycProgress): Promise<void> => {
    progress = { ...progress, ...more }
    await save(progress)
  }
  const upload = (name: string, { bytes, contentType }: KycPhoto) =>
    new FileTransfer(Buffer.from(bytes), `${name}.${extension(contentType)}`)

  const applicantId = progress.applicantId ?? idOf(await api.createApplicant(applicantOf(submission)))
  if (!progress.applicantId) await keep({ applicantId })
  for (const document of documents) {
    const { side } = document
    if (progress.documentIds?.[side]) continue
    const sent = await api.uploadDocument(DOCUMENTS[docType], applicantId, upload(side, document), undefined, side)
    await keep({ documentIds: { ...progress.documentIds, [side]: idOf(sent) } })
  }
  if (!progress.isSelfieSent) {
    idOf(await api.uploadLivePhoto(applicantId, upload('selfie', selfie), false))
    await keep({ isSelfieSent: true })
  }
  if (progress.checkId) return { checkId: progress.checkId }
  const checkId =
    (await findCheck(api, applicantId, ref)) ?? (await createCheck(api, applicantId, ref, progress.documentIds ?? {}))
  await keep({ checkId })
  return { checkId }
}

/** `USA passport 123456789`, once for every number on the document, and the same however its characters are encoded. */
const documentNumbersOf = ({ properties }: OnfidoReport): string[] => {
  const { issuing_country: country = '', document_type: type = '', document_numbers: numbers = [] } = properties ?? {}
  const read = numbers.map(({ value = '' }) => value.normalize('NFKC').replaceAll(/[^\p{L}\p{N}]/gu, ''))
  return read.filter((number) => number !== '').map((number) => `${country} ${type} ${number}`)
}

const decide = (status: string, result: string | null | undefined, reports: readonly OnfidoReport[]): KycDecision => {
  if (status !== 'complete') {
    const isUnderWay = status === 'in_progress' || status === 'reopened' || status === 'awaiting_applicant'
    return isUnderWay ? { outcome: 'processing' } : { outcome: 'review', raw: status }
  }
  if (result === 'clear') {
    const documentNumbers = reports.flatMap(documentNumbersOf)
    return documentNumbers.length > 0
      ? { outcome: 'approved', documentNumbers }
      : { outcome: 'review', raw: 'no document number' }
  }
  const words = reports
    .filter((report) => report.result !== 'clear')
    .map((report) => report.sub_result ?? report.result ?? 'none')
  const isDenied = words.length > 0 && words.every((word) => word === 'rejected' || word === 'unidentified')
  return isDenied ? { outcome: 'denied', reasons: reasonsOf(reports) } : { outcome: 'review', raw: words.join(', ') }
}

const isSigned = (tokens: readonly string[], signature: string, raw: Buffer): boolean => {
  const given = Buffer.from(signature, 'hex')
  return tokens.some((token) => {
    const own = createHmac('sha256', token).update(raw).digest()
    return given.length === own.length && timingSafeEqual(given, own)
  })
}

type Payload = {
  payload?: { resource_type?: string; action?: string; object?: { id?: string; completed_at_iso8601?: string } }
}

/** What a signed body says; one that cannot be read was not written by the provider. */
const payloadOf = (raw: Buffer): Payload['payload'] => {
  try {
    return (JSON.parse(raw.toString('utf8')) as Payload).payload
  } catch {
    throw new BadSignature('onfido')
  }
}

const dateOf = (text: string | undefined): Date => {
  const at = new Date(text ?? Number.NaN)
  return Number.isNaN(at.getTime()) ? new Date() : at
}

const eventOf = (raw: Buffer): ProviderEvent[] => {
  const payload = payloadOf(raw)
  if (payload?.resource_type !== 'check' || !payload.object?.id) return []
  return [
    {
      provider: 'onfido',
      // Events carry no id: the body itself is what makes one the same as another.
      eventId: createHash('sha256').update(raw).digest('hex'),
      objectId: payload.object.id,
      type: payload.action ?? 'check',
      occurredAt: dateOf(payload.object.completed_at_iso8601),
      dedupe: 'once',
    },
  ]
}

/** Identity checks by Onfido. The SDK is loaded with the first call. */
export const createOnfido = (settings: OnfidoSettings): KycProvider => {
  let connected: Promise<DefaultApi> | null = null
  const call = async <T>(work: (api: DefaultApi) => Promise<T>): Promise<T> => {
    try {
      return await work(await (connected ??= connect(settings)))
    } catch (error) {
      throw translated(error)
    }
  }
  return {
    submit: (submission, save) => call((api) => submit(api, submission, save)),
    fetch: (checkId) =>
      call(async (api) => {
        const { data: check } = await api.findCheck(checkId)
        const status = check.status ?? 'none'
        if (status !== 'complete') return decide(status, check.result, [])
        const { data } = await api.listReports(checkId)
        return decide(status, check.result, data.reports as OnfidoReport[])
      }),
    verify: async (headers, raw) => {
      if (!isSigned(settings.webhookTokens, headers.get('x-sha2-signature') ?? '', raw))
        throw new BadSignature('onfido')
      return eventOf(raw)
    },
  }
}
