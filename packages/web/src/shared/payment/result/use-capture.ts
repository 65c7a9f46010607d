/**
 * Captures what was approved at PayPal, whose return address named the order and the payer. The server holds both against the
 * order it stored; the key is made of the order, so that a second tab asks for the same capture. After a reload the address names nothing any
 * more, and this page asks for none: PayPal's events and the sweep capture what was approved.
 */
import type { Result } from '@puente/contract'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useState } from 'react'
import { ApiRefusal } from '#lib/api/api-errors.ts'
import { call } from '#lib/api/api.ts'
import { queryKeys } from '#lib/api/query-keys.ts'
import { taken } from '#lib/browser/clean-address.ts'
import { useMoneyCall } from '../money-call.ts'

const ID = /^[\w-]{1,48}$/

const approvedOrder = (): { paymentId: string; payerId: string } | null => {
  const paymentId = taken.get('token') ?? ''
  const payerId = taken.get('PayerID') ?? ''
  return ID.test(paymentId) && ID.test(payerId) ? { paymentId, payerId } : null
}

/**
 * @param sessionId the payment that the address belongs to
 * @returns whether the capture is under way, and whether the order that was approved had been closed before: another attempt took its place
 */
export const useCapture = (sessionId: string): { isCapturing: boolean; isClosed: boolean } => {
  const client = useQueryClient()
  const [approved] = useState(approvedOrder)
  const [isOpen, setOpen] = useState(approved !== null)
  const [isClosed, setClosed] = useState(false)
  // Captured or refused: where the payment stands is for the server to say.
  const end = (wasClosed: boolean) => {
    setClosed(wasClosed)
    setOpen(false)
    void client.invalidateQueries({ queryKey: queryKeys.paymentSession(sessionId) })
  }
  const { phase, run } = useMoneyCall<Result<'capturePaypal'>>({
    onDone: ({ state }) => end(state === 'CANCELLED'),
    onRefused: (error) => end(error instanceof ApiRefusal && error.code === 'invalidpaymentId'),
  })
  const capture = useEffectEvent(() => {
    if (approved === null) return
    // Of this payment alone: the page may come to another one without being loaded again.
    taken.clear()
    const idempotencyKey = `paypal-capture-${approved.paymentId}`
    void run(() => call('capturePaypal', approved, { idempotencyKey }), true)
  })
  useEffect(() => capture(), [])
  return { isCapturing: isOpen || phase !== 'idle', isClosed }
}
