/** The pictures and documents of an archive. */
import type { Account } from '#features/accounts/index.ts'
import { readFileOf } from '#features/kyc/index.ts'
import { listProductsOf } from '#features/products/index.ts'
import { readPictureOf } from '#features/profile/index.ts'
import { openTicketFile, type TicketFile, ticketFileName } from '#features/support/index.ts'
import type { Services } from '#platform/services.ts'
import { addTable, type Archive } from './archive.ts'
import { productOf } from './export-rows.ts'
import { listFiles } from './own-data-store.ts'

type Reading = Pick<Services, 'blobs' | 'clock' | 'db' | 'keys'>

const EXTENSIONS: Record<string, string> = {
  'image/jpeg': 'jpg',
  'image/png': 'png',
  'image/webp': 'webp',
  'video/mp4': 'mp4',
  'video/webm': 'webm',
  'application/pdf': 'pdf',
}

/** The catalogue as it is, with its pictures. */
export const addProducts = async (archive: Archive, services: Reading, ownerId: string): Promise<void> => {
  const products = await listProductsOf(services.db, ownerId)
  addTable(archive, 'products', products.map(productOf))
  for (const { productId, imageFileId } of products) {
    // oxlint-disable-next-line no-await-in-loop
    const picture = imageFileId === null ? null : await readPictureOf(services, ownerId, imageFileId)
    if (picture) archive.bytes(`files/product-${productId}.jpg`, picture.bytes)
  }
}

/** The person's own picture, if there is one. */
export const addProfilePicture = async (
  archive: Archive,
  services: Reading,
  { id, imageFileId }: Pick<Account, 'id' | 'imageFileId'>,
): Promise<void> => {
  const picture = imageFileId === null ? null : await readPictureOf(services, id, imageFileId)
  if (picture) archive.bytes('files/profile-picture.jpg', picture.bytes)
}

/** What the person handed in for the identity check: not what was there before they took the account back. */
export const addFiles = async (archive: Archive, services: Reading, account: Account): Promise<void> => {
  for (const { file_id } of await listFiles(services.db, account)) {
    // oxlint-disable-next-line no-await-in-loop
    const file = await readFileOf(services, account.id, file_id)
    if (file) archive.bytes(`files/${file.purpose}-${file_id}.${EXTENSIONS[file.contentType] ?? 'bin'}`, file.bytes)
  }
}

/** What the person sent to support. */
export const addTicketFiles = async (
  archive: Archive,
  services: Reading,
  files: readonly TicketFile[],
): Promise<void> => {
  for (const file of files) {
    // oxlint-disable-next-line no-await-in-loop
    archive.bytes(`files/${ticketFileName(file)}`, await openTicketFile(services, file))
  }
}
