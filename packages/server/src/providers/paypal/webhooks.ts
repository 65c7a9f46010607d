/**
 * Whether PayPal sent an event: RSA-SHA256 over `id|time|webhookId|crc32(body)`, with the certificate that PayPal's own host
 * serves. That layout is not part of PayPal's documented interface; a signature that does not hold by it is put to PayPal
 * itself before it counts as forged.
 */
import { verify } from 'node:crypto'
import { crc32 } from 'node:zlib'
import { BadSignature, ProviderError, type ProviderEvent, type WebhookSource } from '../types.ts'
import { certificateUrlOf, createCertificates } from './certificates.ts'
import type { PaypalClient } from './client.ts'
import { eventsOf } from './events.ts'
import { textAt } from '../fields.ts'
import type { PaypalSettings } from './settings.ts'

/** What an event is signed with, as its headers say. */
type Transmission = { id: string; time: string; signature: string; certificateUrl: string }

/** PayPal repeats a delivery for three days. */
const OLDEST_MS = 4 * 24 * 3_600_000
const CLOCK_SLACK_MS = 5 * 60_000
/** Whoever sends rubbish here must not make us flood PayPal with questions. */
const MOST_QUESTIONS_AT_ONCE = 4
const ASK_TIMEOUT_MS = 6_000

const ID = /^[\w-]{1,50}$/
const TIME = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d{1,9})?Z$/
const SIGNATURE = /^[A-Za-z0-9+/]{1,1000}={0,2}$/

/** Null unless each header is there and has its form. */
const transmissionOf = (headers: Headers): Transmission | null => {
  const of = (name: string, form: RegExp): string | null => {
    const value = headers.get(`paypal-${name}`)
    return value !== null && form.test(value) ? value : null
  }
  const id = of('transmission-id', ID)
  const time = of('transmission-time', TIME)
  const signature = of('transmission-sig', SIGNATURE)
  const certificateUrl = of('cert-url', /^https?:\/\/\S{1,490}$/)
  if (id === null || time === null || signature === null || certificateUrl === null) return null
  return of('auth-algo', /^SHA256withRSA$/) === null ? null : { id, time, signature, certificateUrl }
}

const isRecent = ({ time }: Transmission, at: number): boolean => {
  const age = at - Date.parse(time)
  return age <= OLDEST_MS && age >= -CLOCK_SLACK_MS
}

export const createPaypalWebhooks = (
  { url, webhookId }: Pick<Exclude<PaypalSettings, 'off'>, 'url' | 'webhookId'>,
  { call }: PaypalClient,
): WebhookSource => {
  const certificates = createCertificates()
  let questions = 0

  const holds = async (
    { id, time, signature }: Transmission,
    certificateUrl: string,
    raw: Buffer,
  ): Promise<boolean> => {
    const certificate = await certificates.at(certificateUrl)
    const at = Date.now()
    if (at < certificate.validFromDate.getTime() || at > certificate.validToDate.getTime()) return false
    if (certificate.publicKey.asymmetricKeyType !== 'rsa') return false
    const signed = Buffer.from(`${id}|${time}|${webhookId}|${crc32(raw)}`)
    return verify('sha256', signed, certificate.publicKey, Buffer.from(signature, 'base64'))
  }

  /** PayPal's own word. The body goes back as it came: parsed and written again it would be another one. */
  const isKnownToPaypal = async (sent: Transmission, raw: Buffer): Promise<boolean> => {
    if (questions >= MOST_QUESTIONS_AT_ONCE) throw new ProviderError('unavailable', 'PayPal is asked enough already')
    questions += 1
    try {
      const fields = JSON.stringify({
        auth_algo: 'SHA256withRSA',
        cert_url: sent.certificateUrl,
        transmission_id: sent.id,
        transmission_sig: sent.signature,
        transmission_time: sent.time,
        webhook_id: webhookId,
      })
      const { body } = await call({
        method: 'POST',
        path: '/v1/notifications/verify-webhook-signature',
        body: `${fields.slice(0, -1)},"webhook_event":${raw.toString()}}`,
        timeoutMs: ASK_TIMEOUT_MS,
      })
      return textAt(body, 'verification_status') === 'SUCCESS'
    } finally {
      questions -= 1
    }
  }

  return {
    verify: async (headers, raw): Promise<ProviderEvent[]> => {
      const sent = transmissionOf(headers)
      const certificateUrl = sent && certificateUrlOf(url, sent.certificateUrl)
      if (!sent || certificateUrl === null || !isRecent(sent, Date.now())) throw new BadSignature('paypal')
      const event = jsonOf(raw)
      const isGenuine =
        event !== null &&
        ((await holds(sent, certificateUrl, raw).catch(() => false)) || (await isKnownToPaypal(sent, raw)))
      if (!isGenuine) throw new BadSignature('paypal')
      return eventsOf(event)
    },
  }
}

/** Null for what is no JSON object: only such a body is ever spliced into a question to PayPal. */
const jsonOf = (raw: Buffer): object | null => {
  try {
    const value: unknown = JSON.parse(raw.toString())
    return typeof value === 'object' ? value : null
  } catch {
    return null
  }
}
