/** Text messages on Twilio's wire: each one is accepted, reported sent and delivered, and lands in the inbox. */
import type { FastifyInstance } from 'fastify'
import { createBoundedMap } from '../core/bounded.ts'
import { isRecord, Issue, object, oneOf, optional, type Read, read, text, webAddress } from '../core/shape.ts'
import type { Provider, World } from '../core/provider.ts'
import { randomHex } from '../core/random.ts'
import { createFaultLayer } from '../http/fault-layer.ts'
import { FormError, parseForm } from '../http/form.ts'
import { readControl, requireJson } from '../http/guard.ts'
import { signTwilio } from './signature.ts'

/** Twilio's refusal: an HTTP status and a numbered code. */
class TwilioError extends Error {
  readonly statusCode: number
  readonly code: number

  constructor(statusCode: number, code: number, message: string) {
    super(message)
    this.statusCode = statusCode
    this.code = code
  }
}

const bodyOf = (status: number, code: number, message: string) => ({
  code,
  message,
  more_info: `https://www.twilio.com/docs/errors/${code}`,
  status,
})

const e164 = text({ max: 16, pattern: /^\+[1-9]\d{6,14}$/, expected: 'a number in E.164 form' })

const messageForm = object({
  To: e164,
  From: optional(text({ max: 20, pattern: /^(\+[1-9]\d{6,14}|\d{3,8}|[A-Za-z0-9 ]{2,11})$/, expected: 'a sender' })),
  MessagingServiceSid: optional(text({ pattern: /^MG[0-9a-f]{32}$/, expected: 'MG and 32 hexadecimal digits' })),
  Body: text({ max: 1600 }),
  StatusCallback: optional(webAddress),
  ValidityPeriod: optional(text({ pattern: /^\d{1,5}$/, expected: 'seconds' })),
})

const listFields = {
  To: optional(e164),
  'DateSent>': optional(text({ max: 40, pattern: /^\d{4}-\d\d-\d\d/, expected: 'a date' })),
  PageSize: optional(text({ max: 4, pattern: /^\d+$/, expected: 'a number' })),
}
const listQuery = object(listFields)
/** What the holder of a phone answers. */
const answerBody = object({ from: e164, word: oneOf(['STOP', 'START']) })

// The codes Twilio gives for each field that is absent or wrong; 20001 is its general "invalid parameter".
const fieldCodes: Record<string, { missing: number; invalid: number }> = {
  To: { missing: 21604, invalid: 21211 },
  From: { missing: 21603, invalid: 21212 },
  MessagingServiceSid: { missing: 21603, invalid: 21701 },
  Body: { missing: 21619, invalid: 21617 },
  StatusCallback: { missing: 20001, invalid: 21609 },
}

type Sms = {
  sid: string
  to: string
  from: string | null
  serviceSid: string | null
  body: string
  status: string
  at: Date
}

const loopback = new Set(['localhost', '127.0.0.1', '[::1]'])

export const createSmsProvider = (world: World): Provider => {
  const { twilioAccountSid: account, twilioAuthToken: token } = world.secrets
  const messages = createBoundedMap<Sms>()

  const render = (sms: Sms) => ({
    account_sid: account,
    api_version: '2010-04-01',
    body: sms.body,
    date_created: sms.at.toUTCString().replace('GMT', '+0000'),
    date_sent: sms.status === 'queued' ? null : sms.at.toUTCString().replace('GMT', '+0000'),
    date_updated: sms.at.toUTCString().replace('GMT', '+0000'),
    direction: 'outbound-api',
    error_code: null,
    error_message: null,
    from: sms.from,
    messaging_service_sid: sms.serviceSid,
    num_media: '0',
    num_segments: String(Math.ceil(sms.body.length / 153)),
    price: null,
    price_unit: 'USD',
    sid: sms.sid,
    status: sms.status,
    subresource_uris: { media: `/2010-04-01/Accounts/${account}/Messages/${sms.sid}/Media.json` },
    to: sms.to,
    uri: `/2010-04-01/Accounts/${account}/Messages/${sms.sid}.json`,
  })

  /** Numbers whose holder has answered STOP, until they answer START. */
  const stopped = new Set<string>()

  /** The newest first, as a page of Twilio's list that has no other. */
  const page = ({ To, 'DateSent>': after, PageSize }: Read<typeof listFields>) => {
    const found = messages
      .newest()
      .filter(({ to, at }) => (To === undefined || to === To) && (after === undefined || at >= new Date(after)))
      .slice(0, Number(PageSize ?? 50))
    const uri = `/2010-04-01/Accounts/${account}/Messages.json`
    return {
      messages: found.map(render),
      page: 0,
      page_size: Number(PageSize ?? 50),
      start: 0,
      end: found.length - 1,
      uri,
      first_page_uri: uri,
      next_page_uri: null,
      previous_page_uri: null,
    }
  }

  /** Callbacks go to this machine only; the app's public address is reached where webhooks go, and signed as given. */
  const deliveryUrlOf = (callback: string) => {
    const url = new URL(callback)
    if (url.origin === new URL(world.urls.app).origin) return world.urls.target + url.pathname + url.search
    if (loopback.has(url.hostname)) return callback
    throw new TwilioError(400, 21609, `The 'StatusCallback' URL ${callback} is not a valid URL`)
  }

  const report = (sms: Sms, status: string, callback: string, deliveryUrl: string) => {
    const form = {
      AccountSid: account,
      ApiVersion: '2010-04-01',
      From: sms.from ?? '',
      MessageSid: sms.sid,
      MessageStatus: status,
      SmsSid: sms.sid,
      SmsStatus: status,
      To: sms.to,
    }
    world.webhooks.send({
      provider: 'sms',
      type: `message.${status}`,
      objectId: sms.sid,
      url: deliveryUrl,
      contentType: 'application/x-www-form-urlencoded',
      body: new URLSearchParams(form).toString(),
      sign: (_body, spoil) => ({
        'x-twilio-signature': signTwilio(spoil === 'badSignature' ? 'another-token' : token, callback, form),
      }),
    })
  }

  const send = (body: unknown) => {
    const form = read(messageForm, body)
    if (!form.From && !form.MessagingServiceSid) throw new Issue('From', 'missing', 'is required')
    if (stopped.has(form.To)) throw new TwilioError(400, 21610, 'Attempt to send to unsubscribed recipient')
    const deliveryUrl = form.StatusCallback === undefined ? null : deliveryUrlOf(form.StatusCallback)
    const sms: Sms = {
      sid: `SM${randomHex(32)}`,
      to: form.To,
      from: form.From ?? null,
      serviceSid: form.MessagingServiceSid ?? null,
      body: form.Body,
      status: 'queued',
      at: world.clock.now(),
    }
    messages.set(sms.sid, sms)
    const accepted = render(sms)
    const { at } = world.inbox.receive({ channel: 'sms', to: sms.to, subject: null, text: sms.body, html: null })
    world.book.record({ provider: 'sms', kind: 'delivered', ref: null, providerId: sms.sid, amountCents: null, at })
    sms.status = 'delivered'
    if (form.StatusCallback !== undefined && deliveryUrl !== null) {
      for (const status of ['sent', 'delivered']) report(sms, status, form.StatusCallback, deliveryUrl)
    }
    return accepted
  }

  const isAuthorized = (header: string | undefined) =>
    header === `Basic ${Buffer.from(`${account}:${token}`).toString('base64')}`

  return {
    name: 'sms',
    register(app: FastifyInstance) {
      app.post('/sms/answer', { preHandler: requireJson }, async (request) => {
        const { from, word } = readControl(answerBody, request.body)
        if (word === 'STOP') stopped.add(from)
        else stopped.delete(from)
        return { stopped: stopped.has(from) }
      })
      void app.register(
        async (scope) => {
          const layer = createFaultLayer(world, {
            provider: 'sms',
            serverError: bodyOf(500, 20500, 'An internal server error has occurred'),
            rejection: { status: 400, body: bodyOf(400, 21610, 'Attempt to send to unsubscribed recipient') },
            amountFields: [],
            statusFields: ['status'],
          })
          scope.removeAllContentTypeParsers()
          scope.addContentTypeParser(
            'application/x-www-form-urlencoded',
            { parseAs: 'string' },
            async (_request: unknown, raw: string | Buffer) => parseForm(String(raw)),
          )
          scope.setErrorHandler((error, _request, reply) => {
            if (error instanceof TwilioError)
              return reply.code(error.statusCode).send(bodyOf(error.statusCode, error.code, error.message))
            if (error instanceof Issue) {
              const code = fieldCodes[error.path]?.[error.kind === 'missing' ? 'missing' : 'invalid'] ?? 20001
              return reply.code(400).send(bodyOf(400, code, `The '${error.path}' parameter ${error.message}.`))
            }
            if (error instanceof FormError)
              return reply.code(400).send(bodyOf(400, 20001, `The '${error.param}' parameter ${error.message}.`))
            world.log(`sms: ${error instanceof Error ? error.message : 'failed'}`)
            return reply.code(500).send(bodyOf(500, 20500, 'An internal server error has occurred'))
          })
          scope.setNotFoundHandler((_request, reply) =>
            reply.code(404).send(bodyOf(404, 20404, 'The requested resource was not found')),
          )
          scope.addHook('onRequest', async (request, reply) => {
            if (!isAuthorized(request.headers.authorization))
              return reply.code(401).send(bodyOf(401, 20003, 'Authenticate'))
          })
          layer.addFaultsBefore(scope)
          layer.addFaultsAfter(scope)

          scope.post<{ Params: { account: string } }>('/:account/Messages.json', async (request, reply) => {
            if (request.params.account !== account)
              throw new TwilioError(404, 20404, 'The requested resource was not found')
            return reply.code(201).send(send(isRecord(request.body) ? request.body : {}))
          })
          scope.get<{ Params: { account: string } }>('/:account/Messages.json', async (request) =>
            page(read(listQuery, isRecord(request.query) ? { ...request.query } : {})),
          )
          scope.get<{ Params: { account: string; sid: string } }>('/:account/Messages/:sid.json', async (request) => {
            const sms = messages.get(request.params.sid)
            if (!sms) throw new TwilioError(404, 20404, 'The requested resource was not found')
            return render(sms)
          })
        },
        { prefix: '/wire/twilio/2010-04-01/Accounts' },
      )
    },
    reset() {
      messages.clear()
      stopped.clear()
    },
  }
}
