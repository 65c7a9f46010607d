import * as z from 'zod/mini'
import { file, type Endpoints } from '../endpoint.ts'
import { TimestampOut } from '../fields.ts'

export const EXPORT_STATES = ['preparing', 'ready', 'failed', 'expired'] as const

const DataExport = z.object({
  id: z.string(),
  state: z.enum(EXPORT_STATES),
  requestedAt: TimestampOut,
  /** Until when it can be downloaded; null before it is ready. */
  expiresAt: z.nullable(TimestampOut),
  sizeBytes: z.nullable(z.int()),
})
export type DataExport = z.infer<typeof DataExport>

export const dataExports = {
  exportData: {
    method: 'POST',
    path: '/account/export',
    summary: "Have a copy of all of the caller's data made, once a day; a mail says when it is ready",
    access: 'user',
    throttle: 'read',
    priority: 'reports',
    stepUp: 'always',
    body: z.strictObject({}),
    result: DataExport,
    refuses: [],
  },
  latestExport: {
    method: 'GET',
    path: '/account/export/latest',
    summary: 'The newest copy that was asked for, and how it stands',
    access: 'user',
    throttle: 'read',
    priority: 'lists',
    result: z.object({ export: z.nullable(DataExport) }),
    refuses: [],
  },
  getExport: {
    method: 'GET',
    path: '/account/export/get',
    summary: 'A copy that is ready, as a ZIP, for a day',
    access: 'user',
    throttle: 'read',
    priority: 'reports',
    stepUp: 'always',
    query: z.strictObject({ id: z.string('notFound') }),
    result: file('application/zip'),
    refuses: ['notFound'],
  },
} as const satisfies Endpoints
