import type { Handlers } from '#platform/http/ctx.ts'
import { Refusal } from '#platform/http/refusal.ts'

const notYet = async (): Promise<never> => {
  throw new Refusal('serviceUnavailable')
}

export const payingRoutes = {
  payInvoice: notYet,
  refundInvoice: notYet,
} satisfies Partial<Handlers>
