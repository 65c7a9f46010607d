/** Pictures and PDFs that go with a message: chosen here, uploaded when it is sent. */
import { TICKET_FILE_LIMIT_BYTES, TICKET_FILES_MAX } from '@puente/contract'
import { useRef, useState } from 'react'
import { call } from '#lib/api/api.ts'
import { shrinkPhoto } from '#shared/picture/shrink-photo.ts'

export const ACCEPTED = ['image/jpeg', 'image/png', 'image/webp', 'application/pdf']

/** A file may take long on a slow network. */
const UPLOAD_TIMEOUT_MS = 120_000

type AttachmentRefusal = 'type' | 'size' | 'count'

/** What keeps a file from being chosen. A large photo is made smaller before it travels. */
const refusalOf = async (file: File): Promise<AttachmentRefusal | null> => {
  if (!ACCEPTED.includes(file.type)) return 'type'
  const sent = file.type === 'application/pdf' ? file : await shrinkPhoto(file)
  return sent.size < TICKET_FILE_LIMIT_BYTES ? null : 'size'
}

const uploaded = async (file: File) => {
  const form = new FormData()
  form.append('file', file.type === 'application/pdf' ? file : await shrinkPhoto(file))
  return (await call('attachFile', undefined, { form, timeoutMs: UPLOAD_TIMEOUT_MS })).id
}

/** The files chosen for one message. */
export const useAttachments = () => {
  const [files, setFiles] = useState<readonly File[]>([])
  const [refused, setRefused] = useState<AttachmentRefusal | null>(null)
  // What has arrived is not sent again when the message is.
  const arrived = useRef(new Map<File, Awaited<ReturnType<typeof uploaded>>>())
  return {
    files,
    refused,
    add: async (chosen: readonly File[]) => {
      setRefused(null)
      for (const file of chosen) {
        // oxlint-disable-next-line no-await-in-loop
        const refusal = await refusalOf(file)
        if (refusal !== null) return setRefused(refusal)
      }
      if (files.length + chosen.length > TICKET_FILES_MAX) return setRefused('count')
      setFiles([...files, ...chosen])
    },
    remove: (file: File) => {
      setRefused(null)
      setFiles(files.filter((one) => one !== file))
    },
    clear: () => setFiles([]),
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
