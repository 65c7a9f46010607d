import type { FastifyRequest } from 'fastify'
import { badRequest, validationError } from './onfido-error.ts'

export const maxFileBytes = 10 * 1024 * 1024

/** A multipart body: its text fields, and what its one file looks like. The bytes are not kept. */
export type ReadUpload = { fields: Record<string, string>; file: { name: string; type: string; size: number } }

/** The file's kind by its first bytes; names and declared types prove nothing. */
const kindOf = (bytes: Buffer): string | null => {
  if (bytes.subarray(0, 3).equals(Buffer.from([0xff, 0xd8, 0xff]))) return 'jpg'
  if (bytes.subarray(0, 4).equals(Buffer.from([0x89, 0x50, 0x4e, 0x47]))) return 'png'
  return bytes.subarray(0, 5).toString('latin1') === '%PDF-' ? 'pdf' : null
}

/** Reads an upload with one `file`. @throws OnfidoError */
export const readUpload = async (request: FastifyRequest, accepted: readonly string[]): Promise<ReadUpload> => {
  if (!request.isMultipart()) throw badRequest('Expected multipart/form-data')
  const fields: Record<string, string> = {}
  let file: ReadUpload['file'] | null = null
  for await (const part of request.parts()) {
    if (part.type === 'field') {
      fields[part.fieldname] = String(part.value)
      continue
    }
    const bytes = await part.toBuffer()
    if (part.fieldname !== 'file') throw badRequest(`Unrecognised parameter: ${part.fieldname}`)
    const type = kindOf(bytes)
    if (type === null || !accepted.includes(type)) throw validationError('file', `must be ${accepted.join(', ')}`)
    file = { name: part.filename, type, size: bytes.length }
  }
  if (!file) throw validationError('file', "can't be blank")
  return { fields, file }
}
