import { createHash, createHmac, timingSafeEqual } from 'node:crypto'
import type { DefaultApi, DocumentTypes, ReportName } from '@onfido/api'
import { BadSignature, ProviderError, type ProviderErrorKind, type ProviderEvent } from '../types.ts'
import { isOldProof, type OnfidoReport, reasonsOf } from './onfido-reasons.ts'
import {
  DOCUMENT_KINDS,
  documentNumber,
  type KycDecision,
  type KycPhoto,
  type KycProgress,
  type KycProvider,
  type KycSubmission,
} from './port.ts'

export type OnfidoSettings = { url: string; apiToken: string; webhookTokens: readonly string[] }

const TIMEOUT_MS = 30_000

const ADDRESS_DOCUMENTS = {
  utilityBill: 'utility_bill',
  bankStatement: 'bank_statement',
} as const satisfies Record<string, DocumentTypes>

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

/** The documents of a submission, each under the name by which it is remembered. */
const documentsOf = (
  submission: KycSubmission,
): { name: string; photo: KycPhoto; type: DocumentTypes; side?: 'front' | 'back' }[] =>
  submission.kind === 'identity'
    ? submission.documents.map(({ side, ...photo }) => ({
        name: side,
        photo,
        side,
        type: DOCUMENT_KINDS[submission.docType],
      }))
    : [{ name: 'address', photo: submission.document, type: ADDRESS_DOCUMENTS[submission.docType] }]

const reportsOf = async ({ kind }: KycSubmission): Promise<ReportName[]> => {
  const { ReportName: Names } = await import('@onfido/api')
  return kind === 'identity' ? [Names.Document, Names.FacialSimilarityPhoto] : [Names.ProofOfAddress]
}

const createCheck = async (
  api: DefaultApi,
  applicantId: string,
  submission: KycSubmission,
  documentIds: Record<string, string>,
): Promise<string> =>
  idOf(
    await api.createCheck({
      applicant_id: applicantId,
      report_names: await reportsOf(submission),
      document_ids: Object.values(documentIds),
      tags: [submission.ref],
    }),
  )

/** Each step is skipped when it was done before. A photo that is sent twice, because its answer was lost, does no harm. */
const submit = async (
  api: DefaultApi,
  submission: KycSubmission,
  save: (progress: KycProgress) => Promise<void>,
): Promise<{ checkId: string }> => {
  const { FileTransfer } = await import('@onfido/api')
  const { ref } = submission
  let { progress } = submission
  const keep = async (more: KycProgress): Promise<void> => {
    progress = { ...progress, ...more }
    await save(progress)
  }
  const upload = (name: string, { bytes, contentType }: KycPhoto) =>
    new FileTransfer(Buffer.from(bytes), `${name}.${extension(contentType)}`)

  const applicantId = progress.applicantId ?? idOf(await api.createApplicant(applicantOf(submission)))
  if (!progress.applicantId) await keep({ applicantId })
  for (const { name, photo, type, side } of documentsOf(submission)) {
    if (progress.documentIds?.[name]) continue
    const sent = await api.uploadDocument(type, applicantId, upload(name, photo), undefined, side)
    await keep({ documentIds: { ...progress.documentIds, [name]: idOf(sent) } })
  }
  if (submission.kind === 'identity' && !progress.isSelfieSent) {
    idOf(await api.uploadLivePhoto(applicantId, upload('selfie', submission.selfie), false))
    await keep({ isSelfieSent: true })
  }
  if (progress.checkId) return { checkId: progress.checkId }
  const checkId =
    (await findCheck(api, applicantId, ref)) ??
    (await createCheck(api, applicantId, submission, progress.documentIds ?? {}))
  await keep({ checkId })
  return { checkId }
}

/** What is written on the documents, one text per number. */
const documentNumbersOf = ({ properties }: OnfidoReport): string[] => {
  const { issuing_country: country = '', document_type: type = '', document_numbers: numbers = [] } = properties ?? {}
  const read = numbers.map(({ value = '' }) => documentNumber(country, type, value))
  return read.filter((text) => text !== documentNumber(country, type, ''))
}

const ISO_DAY = /^\d{4}-\d{2}-\d{2}$/

/** The first day on which one of the documents is no longer good. */
const expiryOf = (reports: readonly OnfidoReport[]): string | null =>
  reports
    .map(({ properties }) => properties?.date_of_expiry ?? '')
    .filter((day) => ISO_DAY.test(day))
    .toSorted()[0] ?? null

type Complete = { result: string | null | undefined; reports: readonly OnfidoReport[]; checkedAt: Date }

/** What a check without objections comes to. */
const accept = ({ reports, checkedAt }: Complete): KycDecision => {
  const proof = reports.find(({ name }) => name === 'proof_of_address')
  if (proof) {
    const isOld = isOldProof(proof, checkedAt)
    if (isOld === null) return { outcome: 'review', raw: 'no date of issue' }
    return isOld
      ? { outcome: 'denied', reasons: [{ type: 'invoice', code: 'expired' }] }
      : { outcome: 'approved', documentNumbers: [], expiresOn: null }
  }
  const documentNumbers = reports.flatMap(documentNumbersOf)
  return documentNumbers.length > 0
    ? { outcome: 'approved', documentNumbers, expiresOn: expiryOf(reports) }
    : { outcome: 'review', raw: 'no document number' }
}

const decideComplete = (check: Complete): KycDecision => {
  const { result, reports, checkedAt } = check
  if (result === 'clear') return accept(check)
  const words = reports
    .filter((report) => report.result !== 'clear')
    .map((report) => report.sub_result ?? report.result ?? 'none')
  const isDenied = words.length > 0 && words.every((word) => word === 'rejected' || word === 'unidentified')
  return isDenied
    ? { outcome: 'denied', reasons: reasonsOf(reports, checkedAt) }
    : { outcome: 'review', raw: words.join(', ') }
}

const UNDER_WAY: ReadonlySet<string> = new Set(['in_progress', 'reopened', 'awaiting_applicant'])

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
    isDesk: false,
    submit: (submission, save) => call((api) => submit(api, submission, save)),
    fetch: (checkId) =>
      call(async (api) => {
        const { data: check } = await api.findCheck(checkId)
        const status = check.status ?? 'none'
        if (UNDER_WAY.has(status)) return { outcome: 'processing' }
        if (status !== 'complete') return { outcome: 'review', raw: status }
        const { data } = await api.listReports(checkId)
        const checkedAt = dateOf(check.created_at)
        return decideComplete({ result: check.result, reports: data.reports as OnfidoReport[], checkedAt })
      }),
    verify: async (headers, raw) => {
      if (!isSigned(settings.webhookTokens, headers.get('x-sha2-signature') ?? '', raw))
        throw new BadSignature('onfido')
      return eventOf(raw)
    },
  }
}
