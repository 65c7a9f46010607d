import type { Handlers } from '#platform/http/ctx.ts'
import { payInvoice } from './pay-invoice.ts'
import { payRequest } from './pay-request.ts'
import { refundInvoice } from './refund-invoice.ts'

export const payingRoutes = { payInvoice, payRequest, refundInvoice } satisfies Partial<Handlers>
