/**
 * What operators read of an identity check. Whose papers, words or standing are looked at finds a line in the owner's access
 * log and in the audit trail, written before anything is shown.
 */
import { findDetails, recordAccess } from '#features/accounts/index.ts'
import {
  type KycItem,
  itemOf,
  listAppeals,
  listItems,
  listOpenAppeals,
  listReviews,
  listReviewsForPerson,
  readFileOf,
  seenMarkOf,
  type StoredFile,
} from '#features/kyc/index.ts'
import type { KycType } from '@puente/contract'
import { audit } from '#platform/audit.ts'
import { systemClock } from '#platform/clock.ts'
import { databaseNow } from '#platform/db/database.ts'
import { transaction } from '#platform/db/transaction.ts'
import type { Keys } from '#platform/secrets.ts'
import type { Blobs } from '#providers/files/port.ts'
import { findHandles } from './handles-store.ts'
import { OperatorRefused } from './operator-refused.ts'
import { requireOwner } from './order-kyc.ts'
import { requireOperator } from './require-operator.ts'
import type { OperatorContext, OperatorCredentials } from './require-operator.ts'

/** With what sealed texts and files are opened. */
export type KycReading = OperatorContext & { keys: Keys; blobs: Blobs }

type Reading = { handle: string; reason: string }

const noteReading = async (
  ctx: KycReading,
  { operator, ownerId, reason }: { operator: string; ownerId: string; reason: string },
  { what, object }: { what: 'identityFile' | 'profile'; object: { type: string; id: string } },
): Promise<void> => {
  const at = await databaseNow(ctx.db, systemClock)
  await transaction(ctx.db, 'note a reading', async (trx) => {
    await audit(trx, {
      actor: { kind: 'operator', id: operator },
      action: what === 'identityFile' ? 'file.read' : 'kyc-case.read',
      object,
      result: 'done',
      details: { ownerId, reason },
    })
    await recordAccess(trx, { ownerId, role: 'reviewer', what, why: 'identityCheck', at })
  })
}

/** Who waits for a person, by handle. */
export const readKycQueue = async ({ db }: OperatorContext) => {
  const [reviews, appeals] = await Promise.all([listReviewsForPerson(db), listOpenAppeals(db)])
  const handles = await findHandles(
    db,
    [...reviews, ...appeals].map(({ ownerId }) => ownerId),
  )
  const named = <T extends { ownerId: string }>(rows: T[]) =>
    rows.map((row) => ({ ...row, handle: handles.get(row.ownerId) ?? row.ownerId }))
  return { reviews: named(reviews), appeals: named(appeals) }
}

/** One person's name, birthday and address, uploads, reviews and appeals; `seen` is what an approval names. */
export const readKycCase = async (ctx: KycReading, credentials: OperatorCredentials, { handle, reason }: Reading) => {
  const operator = await requireOperator(ctx, credentials)
  if (reason.trim() === '') throw new OperatorRefused('A reason is needed')
  const ownerId = await requireOwner(ctx, handle)
  const reading = { operator, ownerId, reason }
  await noteReading(ctx, reading, { what: 'profile', object: { type: 'user', id: ownerId } })
  const [details, items, reviews, appeals] = await Promise.all([
    findDetails(ctx.db, ctx.keys, ownerId),
    listItems(ctx.db, ownerId),
    listReviews(ctx.db, ownerId),
    listAppeals(ctx.db, ctx.keys, { ownerId, reclaimedAt: null }),
  ])
  return { details, items, seen: seenMarkOf(items), reviews, appeals }
}

const PARTS = {
  front: ({ frontFileId }: KycItem) => frontFileId,
  back: ({ backFileId }: KycItem) => backFileId,
  company: ({ companyFileId }: KycItem) => companyFileId,
} as const
export type FilePart = keyof typeof PARTS

export const isFilePart = (text: string): text is FilePart => text in PARTS

/** One file, opened. */
export const readKycFile = async (
  ctx: KycReading,
  credentials: OperatorCredentials,
  { handle, reason, type, part }: Reading & { type: KycType; part: FilePart },
): Promise<StoredFile> => {
  const operator = await requireOperator(ctx, credentials)
  if (reason.trim() === '') throw new OperatorRefused('A reason is needed')
  const ownerId = await requireOwner(ctx, handle)
  const fileId = PARTS[part](itemOf(await listItems(ctx.db, ownerId), type))
  if (fileId === null) throw new OperatorRefused('There is no such file')
  const reading = { operator, ownerId, reason }
  await noteReading(ctx, reading, { what: 'identityFile', object: { type: 'file', id: fileId } })
  const clock = systemClock
  const file = await readFileOf({ ...ctx, clock }, ownerId, fileId)
  if (!file) throw new OperatorRefused('There is no such file')
  return file
}
