import { ApiRefusal } from '#lib/api/api-errors.ts'

/** When the limit that refused lets something through again; null where no limit did, or time changes nothing about it. */
export const freesAtOf = (error: unknown): string | null => {
  if (!(error instanceof ApiRefusal) || error.code !== 'limitExceeded') return null
  const { freesAt } = error.details
  return typeof freesAt === 'string' ? freesAt : null
}
