/**
 * Text messages through Twilio. The codes are ours; Twilio only delivers. It knows no idempotency key, so a message whose
 * handover is in doubt is not retried, and before another try its list of messages is asked whether it has this one: by number,
 * time and words. Texts of which two may read alike carry a reference for that.
 */
import type { SmsSettings } from './settings.ts'
import type { Sms, SmsOut, SmsOutcome } from './port.ts'

type TwilioSettings = Exclude<SmsSettings, 'off'>
type Failure = { status?: number; code?: number | string }

const TIMEOUT_MS = 10_000
const REAL_ADDRESS = 'https://api.twilio.com'
/** The connection was never made: nothing can have been sent. */
const NOT_CONNECTED: ReadonlySet<unknown> = new Set(['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN'])

/** Twilio's number for a recipient who answered STOP. */
const STOPPED = 21610
/** Newer messages to one number than are looked through. */
const LOOKED_THROUGH = 50

/** What the error of a failed handover means. */
export const outcomeOf = ({ status, code }: Failure): SmsOutcome => {
  const reason = `${status ?? 'no status'} ${code ?? ''}`.trim()
  if (status === undefined) return { outcome: NOT_CONNECTED.has(code) ? 'later' : 'unknown', reason }
  if (status === 429) return { outcome: 'later', reason }
  if (code === STOPPED) return { outcome: 'stopped', reason }
  return { outcome: status >= 500 ? 'unknown' : 'never', reason }
}

const connect = async ({ url, accountSid, authToken }: TwilioSettings) => {
  const [{ default: twilio }, { default: RequestClient }] = await Promise.all([
    import('twilio'),
    import('twilio/lib/base/RequestClient.js'),
  ])
  const httpClient = new RequestClient({ timeout: TIMEOUT_MS, autoRetry: false })
  const request = httpClient.request.bind(httpClient)
  // The SDK has no setting for its address; the request is the one place where it can be turned elsewhere.
  httpClient.request = (options) => request({ ...options, uri: options.uri.replace(REAL_ADDRESS, url) })
  return twilio(accountSid, authToken, { httpClient })
}

export const createTwilioSms = (settings: TwilioSettings): SmsOut => {
  let client: ReturnType<typeof connect> | undefined
  const sender = settings.from.startsWith('MG') ? { messagingServiceSid: settings.from } : { from: settings.from }
  return {
    send: async ({ to, text }: Sms) => {
      try {
        await (await (client ??= connect(settings))).messages.create({ to, body: text, ...sender })
        return { outcome: 'sent' }
      } catch (error) {
        return outcomeOf(error as Failure)
      }
    },
    wasSent: async ({ to, text }, since) => {
      // Twilio says when in whole seconds.
      const from = new Date(Math.floor(since.getTime() / 1_000) * 1_000)
      const { messages } = await (client ??= connect(settings))
      // Not by the day it was sent: what waits in its queue has none.
      const found = await messages.list({ to, limit: LOOKED_THROUGH })
      return found.some(({ body, dateCreated }) => body === text && dateCreated >= from)
    },
  }
}
