/** What each way of sending calls, and how its answer goes on. */
import type { Request as Sent, Result } from '@puente/contract'
import { call } from '#lib/api/api.ts'
import type { SendDraft, SendMethod } from '#shared/payment/send-draft.ts'

export type Confirmed = Required<Pick<SendDraft, 'recipient' | 'key' | 'confirmedTotal'>> &
  SendDraft & { amount: number }

/** What became of a call that went well. */
export type Started =
  /** The balance has paid. */
  | { is: 'sent'; receipt: Result<'sendInApp'> }
  /** A provider has it: its page is to be visited first where there is a `url`. */
  | { is: 'atProvider'; sendSessionId: string; url: string | null }
  /** It waits for the person to pay from their own bank. */
  | { is: 'toBePaid'; transactionId: string; zelleSecretToken: string }

export const isConfirmed = (draft: SendDraft): draft is Confirmed =>
  Boolean(draft.recipient && draft.key && draft.amount && draft.confirmedTotal !== undefined)

const bodyOf = ({ recipient, amount, note, purpose, confirmedTotal }: Confirmed) =>
  ({
    toUser: recipient.toUser,
    amount,
    currency: 'USD',
    ...(note?.trim() && { note: note.trim() }),
    purpose: purpose ?? 'personal',
    expectedTotalCharge: confirmedTotal,
  }) satisfies Sent<'sendInApp'>

const attemptOf = ({ sendSessionId }: Confirmed) => (sendSessionId === undefined ? {} : { sendSessionId })

const starts: Readonly<Record<SendMethod, (draft: Confirmed) => Promise<Started>>> = {
  inApp: async (draft) => ({
    is: 'sent',
    receipt: await call('sendInApp', bodyOf(draft), { idempotencyKey: draft.key }),
  }),
  card: async (draft) => {
    const { cardItem = null, saveCard = false, key: idempotencyKey } = draft
    const body = { ...bodyOf(draft), ...attemptOf(draft) }
    const { sendSessionId, url = null } =
      cardItem === null
        ? await call('startCheckout', { ...body, saveCard }, { idempotencyKey })
        : await call('startPayment', { ...body, cardId: cardItem }, { idempotencyKey })
    return { is: 'atProvider', sendSessionId, url }
  },
  paypal: async (draft) => {
    const body = { ...bodyOf(draft), ...attemptOf(draft) }
    const { sendSessionId, approveUrl } = await call('placePaypalOrder', body, { idempotencyKey: draft.key })
    return { is: 'atProvider', sendSessionId, url: approveUrl }
  },
  zelle: async (draft) => {
    const { transactionId, zelleSecretToken } = await call('zelleIntent', bodyOf(draft), { idempotencyKey: draft.key })
    return { is: 'toBePaid', transactionId, zelleSecretToken }
  },
}

/** Makes the call of the method, under the key of the draft. */
export const startOf = (method: SendMethod, draft: Confirmed): Promise<Started> => starts[method](draft)
