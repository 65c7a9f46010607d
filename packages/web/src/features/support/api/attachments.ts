/** Pictures and PDFs that go with a message: chosen here, uploaded when it is sent. */
import { TICKET_FILE_LIMIT_BYTES, TICKET_FILES_MAX } from '@puente/contract'
import { useRef, useState } from 'react'
import { ApiRefusal } from '#lib/api/api-errors.ts'
import { call } from '#lib/api/api.ts'
import { useShowError } from '#lib/forms/use-show-error.ts'
import { shrinkPhoto } from '#shared/picture/shrink-photo.ts'

export const ACCEPTED = ['image/jpeg', 'image/png', 'image/webp', 'application/pdf']

/** A file may take long on a slow network. */
const UPLOAD_TIMEOUT_MS = 120_000

type AttachmentRefusal = 'type' | 'size' | 'count'

/** The file as it travels: a large photo is made smaller, and keeps the name by which its owner knows it. */
const fitToSend = async (file: File): Promise<File> => {
  if (file.type === 'application/pdf') return file
  const sent = await shrinkPhoto(file)
  return sent === file ? file : new File([sent], file.name, { type: sent.type })
}

/** What was sent is no picture and no PDF. */
class UnreadableFile extends Error {
  readonly file: File
  constructor(file: File, cause: unknown) {
    super('the file cannot be read', { cause })
    this.file = file
  }
}

/** @throws UnreadableFile */
const uploaded = async (file: File) => {
  const form = new FormData()
  form.append('file', file)
  try {
    return (await call('attachFile', undefined, { form, timeoutMs: UPLOAD_TIMEOUT_MS })).id
  } catch (error) {
    throw error instanceof ApiRefusal && error.code === 'invalidType' ? new UnreadableFile(file, error) : error
  }
}

/** The files chosen for one message. */
export const useAttachments = () => {
  const [files, setFiles] = useState<readonly File[]>([])
  const [refused, setRefused] = useState<AttachmentRefusal | null>(null)
  const [unreadable, setUnreadable] = useState<File | null>(null)
  const showError = useShowError()
  // As they are now: a photo that is made smaller is added later than it was chosen.
  const latest = useRef(files)
  // What has arrived is not sent again when the message is.
  const arrived = useRef(new Map<File, Awaited<ReturnType<typeof uploaded>>>())
  const keep = (kept: readonly File[]) => {
    latest.current = kept
    setFiles(kept)
  }
  return {
    files,
    refused,
    /** The one that kept the message from being sent: it is no picture and no PDF, whatever its name says. */
    unreadable,
    add: async (chosen: readonly File[]) => {
      setRefused(null)
      if (latest.current.length + chosen.length > TICKET_FILES_MAX) return setRefused('count')
      if (chosen.some(({ type }) => !ACCEPTED.includes(type))) return setRefused('type')
      const fitting = await Promise.all(chosen.map(fitToSend))
      if (fitting.some(({ size }) => size >= TICKET_FILE_LIMIT_BYTES)) return setRefused('size')
      const kept = [...latest.current, ...fitting]
      if (kept.length > TICKET_FILES_MAX) return setRefused('count')
      keep(kept)
    },
    remove: (file: File) => {
      setRefused(null)
      if (file === unreadable) setUnreadable(null)
      keep(latest.current.filter((one) => one !== file))
    },
    clear: () => keep([]),
    /** Shows what kept the message from being sent, unless it is shown at a file. */
    showError: (error: unknown) => (error instanceof UnreadableFile ? setUnreadable(error.file) : showError(error)),
    /** Uploads what has not arrived yet, one after the other. @returns the ids that go with the message */
    upload: async () => {
      const ids = []
      for (const file of files) {
        // oxlint-disable-next-line no-await-in-loop
        const id = arrived.current.get(file) ?? (await uploaded(file))
        arrived.current.set(file, id)
        ids.push(id)
      }
      return ids.length === 0 ? {} : { files: ids }
    },
  }
}

export type Attachments = ReturnType<typeof useAttachments>
