import type { TicketFileType } from '@puente/contract'

/** What a person sent us beside their words. Ids are bare uuids; without a message it has not been sent. */
export type TicketFile = {
  ownerId: string
  fileId: string
  messageId: string | null
  contentType: TicketFileType
  sizeBytes: number
  sha256: Buffer
  blobKey: string
}
