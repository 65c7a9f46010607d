/**
 * Uploads the photos of one step, one after the other. Finished uploads are remembered, so that a retry after a lost
 * connection sends only the rest.
 */
import { useRef, useState } from 'react'
import { ApiRefusal } from '#lib/api/api-errors.ts'
import { useShowError, useErrorText } from '#lib/forms/use-show-error.ts'
import { uploadPhoto, type Photo } from './kyc-report.ts'

/** What a step of the check is given. */
export type StepProps = {
  onDone: () => Promise<void>
  /** The step follows another one, whose focus went with it. */
  moved: boolean
  /** Of a hand-off: the step uploads with it instead of the session. */
  bearer?: string | undefined
  /** Told of a refusal that concerns no photo; true when it has dealt with it. */
  onRefused?: ((error: unknown) => boolean) | undefined
}

export type Failed = { file: File; text: string }

/** Which photo is being uploaded, of how many; null while idle. */
export type Progress = { at: number; of: number } | null

/** Refusals that concern the photo itself and are shown below it. */
const concernsPhoto = (error: unknown): boolean =>
  error instanceof ApiRefusal && (error.code === 'invalidType' || error.details['reason'] === 'tooLarge')

export const useSending = ({ onDone, bearer, onRefused }: Pick<StepProps, 'onDone' | 'bearer' | 'onRefused'>) => {
  const fail = useShowError()
  const failureText = useErrorText()
  const arrived = useRef(new Map<File, string>())
  const [progress, setProgress] = useState<Progress>(null)
  const [failed, setFailed] = useState<Failed | null>(null)

  const sendOne = async ({ file, ...fields }: Photo) => {
    const as = JSON.stringify(fields)
    if (arrived.current.get(file) === as) return
    await uploadPhoto({ file, ...fields } as Photo, bearer)
    arrived.current.set(file, as)
  }

  const send = async (photos: readonly Photo[]) => {
    setFailed(null)
    let at = 0
    try {
      for (const photo of photos) {
        setProgress({ at: at + 1, of: photos.length })
        // One at a time: on a slow connection two at once only delay both.
        // oxlint-disable-next-line no-await-in-loop
        await sendOne(photo)
        at += 1
      }
      await onDone()
    } catch (error) {
      const photo = photos[at]
      if (photo && concernsPhoto(error)) setFailed({ file: photo.file, text: await failureText(error) })
      else if (!onRefused?.(error)) await fail(error)
    } finally {
      setProgress(null)
    }
  }

  return { send, progress, failed }
}
