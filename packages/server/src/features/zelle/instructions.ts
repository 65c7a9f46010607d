import type { Output } from '@puente/contract'
import type { ZelleSettings } from '#providers/zelle/settings.ts'
import type { Intent } from './intents-store.ts'

export type Instructions = Output<'zellePayment'>['instructions']

const dollars = (cents: bigint): string => `${cents / 100n}.${String(cents % 100n).padStart(2, '0')}`

/** What the payer's camera opens: at a real bank the form that Zelle's own codes have, which knows whom to pay and no amount. */
const qrTextOf = (
  { code, totalCents }: Intent,
  { payTo, sandbox }: Exclude<ZelleSettings, 'off'>,
  sandboxPublicUrl: string,
): string => {
  if (sandbox) {
    const asked = new URLSearchParams({ to: payTo.address, amount: dollars(totalCents), memo: code })
    return `${sandboxPublicUrl}/bank?${asked.toString()}`
  }
  const data = JSON.stringify({ name: payTo.name, token: payTo.address, action: 'payment' })
  return `https://enroll.zellepay.com/qr-codes?data=${encodeURIComponent(Buffer.from(data).toString('base64'))}`
}

/** Whom to pay, exactly how much, and under which memo. */
export const instructionsOf = (
  intent: Intent,
  settings: Exclude<ZelleSettings, 'off'>,
  sandboxPublicUrl: string,
): Instructions => ({
  address: settings.payTo.address,
  name: settings.payTo.name,
  memo: intent.code,
  totalCharge: Number(intent.totalCents),
  qrText: qrTextOf(intent, settings, sandboxPublicUrl),
  expiresAt: intent.expiresAt.toISOString(),
})
