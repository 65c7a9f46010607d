import { Refusal } from '../http/refusal.ts'

/** What a browser records. Nothing of ours ever decodes one: it is kept as it came, for a person to look at. */
const FORMATS = ['video/mp4', 'video/webm'] as const

/** Answers with the video as it came; refuses with `invalidType` what does not begin as an MP4 or a WebM does. */
export const soundVideo = async (
  bytes: Uint8Array,
): Promise<{ bytes: Buffer; contentType: (typeof FORMATS)[number] }> => {
  const { fileTypeFromBuffer } = await import('file-type')
  const found = await fileTypeFromBuffer(bytes)
  const contentType = FORMATS.find((format) => format === found?.mime)
  if (!contentType) throw new Refusal('invalidType', { field: 'file', reason: 'video' })
  return { bytes: Buffer.from(bytes), contentType }
}
