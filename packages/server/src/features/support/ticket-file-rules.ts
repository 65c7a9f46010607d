/** What we take beside words, and how much of it. */

/** What one person may put away within `FILES_WINDOW_DAYS`: far more than their tickets need, and little enough for their archive. */
const FILES_LIMIT = 60
const FILES_LIMIT_BYTES = 40_000_000
const FILES_WINDOW_DAYS = 30

/** From when on files count at this moment. */
export const filesCountFrom = (now: Date): Date => new Date(now.getTime() - FILES_WINDOW_DAYS * 86_400_000)

export const hasRoomForFiles = ({ count, bytes }: { count: number; bytes: number }): boolean =>
  count < FILES_LIMIT && bytes < FILES_LIMIT_BYTES

const HEAD = '%PDF-'
const END = '%%EOF'
/** How near to its end a PDF says that it is complete. */
const END_BYTES = 1_024

export const isPdf = (bytes: Uint8Array): boolean =>
  Buffer.from(bytes.subarray(0, HEAD.length)).equals(Buffer.from(HEAD))

/** Whether all of it has arrived. What else it holds is kept as it is: it is the person's evidence. */
export const isWholePdf = (bytes: Uint8Array): boolean =>
  isPdf(bytes) && Buffer.from(bytes.subarray(-END_BYTES)).includes(END)
