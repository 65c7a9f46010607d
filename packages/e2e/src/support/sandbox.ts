/** The outside world's control calls: the inbox people read, what really happened over there, and what happens next. */
import { setTimeout as pause } from 'node:timers/promises'
import { sandboxUrl } from './places.ts'
import { call } from './server.ts'

type Message = {
  id: string
  channel: string
  to: string
  subject: string
  text: string
  code: string | null
  link: string | null
}

/** One effect that really happened at a provider. */
export type Effect = { provider: string; kind: string; ref: string; amountCents: number | null }

const json = async <T>(path: string, body?: object): Promise<T> => {
  const response = await fetch(`${sandboxUrl}${path}`, {
    headers: { Accept: 'application/json', ...(body ? { 'Content-Type': 'application/json' } : {}) },
    ...(body ? { method: 'POST', body: JSON.stringify(body) } : {}),
  })
  if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`)
  return (await response.json()) as T
}

const PATIENCE_MS = 20_000
const SHORT_MS = 50

/** Polls until there is an answer; for what happens asynchronously a moment later. */
export const eventually = async <T>(what: string, ask: () => Promise<T | null | undefined>): Promise<T> => {
  const until = Date.now() + PATIENCE_MS
  for (;;) {
    const found = await ask()
    if (found !== null && found !== undefined) return found
    if (Date.now() > until) throw new Error(`${what} did not come within ${PATIENCE_MS} ms`)
    await pause(SHORT_MS)
  }
}

const newest = (to: string): Promise<Message[]> => json(`/inbox?to=${encodeURIComponent(to)}&limit=20`)

/** The texts of what came to an address or a number, the newest first. */
export const messagesTo = async (to: string): Promise<string[]> =>
  (await newest(to)).map(({ subject, text }) => `${subject}\n${text}`)

/** The subjects of the mails to an address, the newest first. */
export const subjectsTo = async (to: string): Promise<string[]> => (await newest(to)).map(({ subject }) => subject)

/**
 * The newest code sent to an address or a number, as its owner reads it.
 * @param seen a code that is already known, so that the next one is waited for
 */
export const codeFor = (to: string, seen?: string): Promise<string> =>
  eventually(`a code for ${to}`, async () => {
    const code = (await newest(to)).find((message) => message.code !== null)?.code
    return code === seen ? null : code
  })

/** The whole message that brought a code. */
export const messageWith = async (to: string, code: string): Promise<string> =>
  (await newest(to)).find((message) => message.code === code)?.text ?? ''

/** The newest link into the application that was mailed to an address; `seen` as for codes. */
export const linkFor = (to: string, seen?: string): Promise<string> =>
  eventually(`a link for ${to}`, async () => {
    const link = (await newest(to)).find((message) => message.link !== null)?.link
    return link === seen ? null : link
  })

/** Charges that really happened at the card provider, by our reference. */
export const chargesOf = async (ref: string): Promise<Effect[]> =>
  (await json<Effect[]>(`/book?provider=card&ref=${encodeURIComponent(ref)}`)).filter(({ kind }) => kind === 'charge')

/** The person pays on the card provider's page, by our reference. */
export const payByCard = (ref: string): Promise<unknown> => json(`/card/sessions/${ref}/pay`, {})

/** The card's owner disputes a charge, and the bank decides for them. */
export const chargeBack = async (ref: string): Promise<void> => {
  for (const act of ['dispute', 'lose']) await json(`/card/payments/${ref}/${act}`, {})
}

/** The transfer to a bank account, once it has been submitted to the network. */
export const transferTo = (accountNumber: string): Promise<string> =>
  eventually(`a transfer to ${accountNumber}`, async () => {
    const submitted = await json<{ id: string; account_number: string }[]>('/ach/transfers?status=submitted')
    return submitted.find(({ account_number }) => account_number === accountNumber)?.id
  })

/** The receiving bank takes the money in. */
export const settleTransfer = (id: string): Promise<unknown> => json(`/ach/transfers/${id}/settle`, {})

/** The receiving bank sends the money back, with a reason of Nacha's such as R03. */
export const returnTransfer = (id: string, code: string): Promise<unknown> =>
  json(`/ach/transfers/${id}/return`, { code })

/** What the payout to a PayPal account has come to. */
export const payoutsTo = async (email: string): Promise<{ amountCents: number; status: string }[]> =>
  (await json<{ receiver: string; amountCents: number; status: string }[]>('/paypal/payouts'))
    .filter(({ receiver }) => receiver === email)
    .map(({ amountCents, status }) => ({ amountCents, status }))

/** What the reviewer will say to this person's next identity check, two seconds after it comes unless `afterMs` says otherwise. */
export const nextIdentityCheck = (
  email: string,
  ruling: { decision: 'approve' | 'deny' | 'review'; reason?: string; afterMs?: number },
): Promise<unknown> => json('/kyc/next', { ...ruling, match: email })

type PushSubscription = {
  id: string
  subscription: { endpoint: string; keys: { p256dh: string; auth: string } }
}

/** A browser at the sandbox's push service, which decrypts what is sent to it. */
export const aPushSubscription = async (): Promise<PushSubscription> => {
  const { pushKey } = await call('config')
  return json('/push/subscriptions', { applicationServerKey: pushKey })
}

/** What a browser was sent, the newest first. */
export const allPushedTo = async (id: string): Promise<string[]> =>
  (await json<{ text: string }[]>(`/push?subscription=${id}`)).map(({ text }) => text)

/** The newest message to a browser, once there are so many. */
export const pushedTo = (id: string, count: number): Promise<string> =>
  eventually(`push message ${count}`, async () => {
    const pushed = await allPushedTo(id)
    return pushed.length < count ? null : pushed[0]
  })
