/** A picture chosen, framed and made small in the browser, so that little travels. */
import { FileDrop } from '@puente/ui/file-drop'
import { useEffect, useState } from 'react'
import { useTranslations } from 'use-intl'
import { Framer, type FramerProps } from './framer.tsx'
import { CENTRED, squareFile } from './square.ts'

/** Larger photos than phones take are not worth decoding here. */
const MAX_BYTES = 40_000_000

/** Decodes the chosen photo, upright; null while there is none, and after one that this browser cannot read. */
const usePhoto = (file: File | null, onUnreadable: () => void) => {
  const [photo, setPhoto] = useState<ImageBitmap | null>(null)
  useEffect(() => {
    if (file === null) return undefined
    let isLeft = false
    let made: ImageBitmap | null = null
    createImageBitmap(file, { imageOrientation: 'from-image' })
      .then((bitmap) => {
        made = bitmap
        if (isLeft) bitmap.close()
        else setPhoto(bitmap)
      })
      .catch(() => {
        if (!isLeft) onUnreadable()
      })
    return () => {
      isLeft = true
      setPhoto(null)
      made?.close()
    }
  }, [file, onUnreadable])
  return photo
}

/** The state of a choice: what `PictureChoice` and `PicturePreview` show, and the square that was cut out. */
export const usePicture = () => {
  const [file, setFile] = useState<File | null>(null)
  const [refused, setRefused] = useState<'type' | 'size' | null>(null)
  const [unreadable] = useState(() => () => {
    setFile(null)
    setRefused('type')
  })
  const [frame, setFrame] = useState(CENTRED)
  const photo = usePhoto(file, unreadable)
  return {
    /** Null until a photo is chosen and read. */
    photo,
    frame,
    setFrame,
    file,
    refused,
    setRefused,
    choose: (next: File | null) => {
      setRefused(null)
      setFrame(CENTRED)
      setFile(next)
    },
    /** The framed square as a JPEG; null when there is none, or when this browser cannot make it, which the field then says. */
    square: async (): Promise<Blob | null> => {
      if (!photo) return null
      const blob = await squareFile(photo, frame)
      if (!blob) unreadable()
      return blob
    },
  }
}

export type Picture = ReturnType<typeof usePicture>

type PreviewProps = Pick<FramerProps, 'label' | 'shape'> & { picture: Picture }

/** The chosen photo as it will be shown, with what moves the frame; nothing while there is none. */
export const PicturePreview = ({ picture: { photo, frame, setFrame }, ...look }: PreviewProps) =>
  photo && <Framer photo={photo} frame={frame} onChange={setFrame} {...look} />

type Props = { label: string; hint?: string; picture: Picture }

/** The field for a photo. One of another kind or too large a one is refused here, before anything is uploaded. */
export const PictureChoice = ({ label, hint, picture }: Props) => {
  const t = useTranslations('picture')
  const tReasons = useTranslations('errors.reasons')
  const refusals = { type: tReasons('invalidType.image'), size: tReasons('invalidRequest.tooLarge') }
  return (
    <FileDrop
      label={label}
      hint={hint}
      invitation={t('invitation')}
      removeLabel={t('another')}
      previewLabel={t('chosen')}
      accept="image/jpeg,image/png,image/webp"
      maxBytes={MAX_BYTES}
      file={picture.file}
      onChange={picture.choose}
      onRefuse={picture.setRefused}
      error={picture.refused === null ? undefined : refusals[picture.refused]}
    />
  )
}
