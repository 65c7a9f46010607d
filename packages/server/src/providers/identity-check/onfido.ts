import { createHash, createHmac, timingSafeEqual } from 'node:crypto'
import type { DocType } from '@puente/contract'
import type { DefaultApi } from '@onfido/api'
import { BadSignature, ProviderError, type ProviderErrorKind, type ProviderEvent } from '../types.ts'
import { type OnfidoReport, reasonsOf } from './onfido-reasons.ts'
import type { KycDecision, KycProgress, KycProvider, KycSubmission } from './port.ts'

export type OnfidoSettings = { url: string; apiToken: string; webhookTokens: readonly string[] }

const TIMEOUT_MS = 30_000

const DOCUMENTS: Record<DocType, string> = {
  passport: 'passport',
  driverLicense: 'driving_licence',
  stateId: 'national_identity_card',
  residencePermit: 'residence_permit',
}

type HttpError = { response?: { status?: number; headers?: Record<string, unknown> }; code?: string }

const kindOf = (status: number | undefined, code: string | undefined): ProviderErrorKind => {
  if (status === undefined) return code === 'ECONNREFUSED' || code === 'ENOTFOUND' ? 'unavailable' : 'unknownOutcome'
  if (status === 401 || status === 403) return 'auth'
  if (status === 429) return 'rateLimited'
  return status >= 500 ? 'unknownOutcome' : 'invalid'
}

/** What an error of the SDK means; the error itself is left behind, since it holds the request with its photos. */
const toProviderError = (error: unknown): ProviderError => {
  if (error instanceof ProviderError) return error
  const { response, code } = error as HttpError
  return new ProviderError(
    kindOf(response?.status, code),
    `the identity reviewer answered ${response?.status ?? code ?? 'nothing'}`,
  )
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

const submit = async (
  api: DefaultApi,
  submission: KycSubmission,
  save: (progress: KycProgress) => Promise<void>,
): Promise<KycProgress> => {
  const onfido = await import('@onfido/api')
  let progress = submission.progress
  const keep = async (more: KycProgress) => {
    progress = { ...progress, ...more }
    await save(progress)
  }
  if (!progress.applicantId) {
    const { data } = await api.createApplicant(applicantOf(submission))
    await keep({ applicantId: data.id })
  }
  const applicantId = progress.applicantId ?? ''
  for (const { side, bytes, contentType } of submission.documents) {
    if (progress.documentIds?.[side]) continue
    const file = new onfido.FileTransfer(Buffer.from(bytes), `${side}.${extension(contentType)}`)
    const type = DOCUMENTS[submission.docType] as Parameters<DefaultApi['uploadDocument']>[0]
    const { data } = await api.uploadDocument(type, applicantId, file, undefined, side)
    await keep({ documentIds: { ...progress.documentIds, [side]: data.id } })
  }
  if (!progress.isSelfieSent) {
    const { bytes, contentType } = submission.selfie
    await api.uploadLivePhoto(
      applicantId,
      new onfido.FileTransfer(Buffer.from(bytes), `selfie.${extension(contentType)}`),
      false,
    )
    await keep({ isSelfieSent: true })
  }
  if (!progress.checkId) {
    const earlier = await findCheck(api, applicantId, submission.ref)
    const checkId =
      earlier ??
      (
        await api.createCheck({
          applicant_id: applicantId,
          report_names: [onfido.ReportName.Document, onfido.ReportName.FacialSimilarityPhoto],
          document_ids: Object.values(progress.documentIds ?? {}),
          tags: [submission.ref],
        })
      ).data.id
    await keep({ checkId })
  }
  return progress
}

const decide = (status: string, result: string | null | undefined, reports: readonly OnfidoReport[]): KycDecision => {
  if (status !== 'complete') {
    const isUnderWay = status === 'in_progress' || status === 'reopened' || status === 'awaiting_applicant'
    return isUnderWay ? { outcome: 'processing' } : { outcome: 'review', raw: status }
  }
  if (result === 'clear') return { outcome: 'approved' }
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

/** Identity checks by Onfido. The SDK is loaded with the first call. */
export const createOnfido = (settings: OnfidoSettings): KycProvider => {
  let connected: Promise<DefaultApi> | null = null
  const call = async <T>(work: (api: DefaultApi) => Promise<T>): Promise<T> => {
    try {
      return await work(await (connected ??= connect(settings)))
    } catch (error) {
      throw toProviderError(error)
    }
  }
  return {
    submit: (submission, save) => call((api) => submit(api, submission, save)),
    fetch: (checkId) =>
      call(async (api) => {
        const { data: check } = await api.findCheck(checkId)
        const status = check.status ?? 'none'
        if (status !== 'complete' || check.result === 'clear') return decide(status, check.result, [])
        const { data } = await api.listReports(checkId)
        return decide(status, check.result, data.reports as OnfidoReport[])
      }),
    verify: async (headers, raw): Promise<ProviderEvent[]> => {
      if (!isSigned(settings.webhookTokens, headers.get('x-sha2-signature') ?? '', raw))
        throw new BadSignature('onfido')
      const { payload } = JSON.parse(raw.toString('utf8')) as Payload
      if (payload?.resource_type !== 'check' || !payload.object?.id) return []
      // Events carry no id: the body itself is what makes one the same as another.
      const eventId = createHash('sha256').update(raw).digest('hex')
      const occurredAt = new Date(payload.object.completed_at_iso8601 ?? Date.now())
      return [
        {
          provider: 'onfido',
          eventId,
          objectId: payload.object.id,
          type: payload.action ?? 'check',
          occurredAt,
          dedupe: 'once',
        },
      ]
    },
  }
}
