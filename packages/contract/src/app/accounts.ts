import * as z from 'zod/mini'
import type { Endpoints } from '../endpoint.ts'
import { LanguageIn, TimestampOut } from '../fields.ts'

export const accounts = {
  acceptTerms: {
    method: 'POST',
    path: '/terms/accept',
    summary: 'Accept the terms in the version shown',
    access: 'user',
    throttle: 'read',
    priority: 'money',
    body: z.strictObject({
      version: z.string('invalidRequest').check(z.maxLength(40, 'invalidRequest')),
      lang: LanguageIn,
    }),
    result: z.object({ tCAccepted: z.boolean(), version: z.string(), at: TimestampOut }),
    refuses: ['invalidLanguage'],
  },
} as const satisfies Endpoints
