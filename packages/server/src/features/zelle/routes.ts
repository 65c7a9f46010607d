import type { Handlers } from '#platform/http/ctx.ts'
import { confirmZelle } from './confirm-zelle.ts'
import { sendZelle } from './send-zelle.ts'
import { zelleIntent } from './zelle-intent.ts'
import { zellePayment } from './zelle-payment.ts'

export const zelleRoutes = { zelleIntent, sendZelle, confirmZelle, zellePayment } satisfies Partial<Handlers>
