import * as z from 'zod/mini'
import { download, type Endpoints } from '../endpoint.ts'
import { dayIn } from '../fields.ts'
import { paperIn } from './papers.ts'

/** `pdf` is a signed paper, `ledger` is a journal for hledger and ledger-cli, `beancount` the same for beancount. */
export const STATEMENT_FORMATS = ['pdf', 'csv', 'ofx', 'ledger', 'beancount'] as const
export type StatementFormat = (typeof STATEMENT_FORMATS)[number]

/** So many calendar days are in one statement at most: a leap year. */
export const MOST_STATEMENT_DAYS = 366

export const statements = {
  reportTransactions: {
    method: 'POST',
    path: '/transactions/report',
    summary: "The caller's transactions of a range of days, as a file to keep or to import",
    access: 'user',
    throttle: 'read',
    priority: 'reports',
    stepUp: 'always',
    body: z.strictObject({
      fromDate: dayIn('invalidRequest'),
      toDate: dayIn('invalidRequest'),
      format: z._default(z.enum(STATEMENT_FORMATS, 'invalidType'), 'csv'),
      /** Of a PDF alone; the other formats have one form. */
      ...paperIn,
    }),
    result: download('application/pdf', 'text/csv; charset=utf-8', 'application/x-ofx', 'text/plain; charset=utf-8'),
    refuses: ['invalidType', 'invalidLanguage'],
  },
} as const satisfies Endpoints
