import { Avatar } from '@puente/ui/avatar'
import { Button } from '@puente/ui/button'
import { FileDrop } from '@puente/ui/file-drop'
import { useMutation } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useTranslations } from 'use-intl'
import { call } from '#lib/api/api.ts'
import { useFileUrl } from '#lib/api/use-file-url.ts'
import { useShowError } from '#lib/forms/use-show-error.ts'
import { Screen } from '#lib/layout/screen.tsx'
import { useMe } from '#lib/session/me.ts'
import { CENTRED, squareFile } from '../api/square.ts'
import { useSaved } from '../parts/edit-parts.tsx'
import { Framer } from '../parts/framer.tsx'

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

/** The user's picture: chosen, framed and made small here, so that little travels. */
export const EditPictureScreen = () => {
  const t = useTranslations()
  const me = useMe()
  const image = useFileUrl(me.imgUrl)
  const saved = useSaved()
  const fail = useShowError()
  const [file, setFile] = useState<File | null>(null)
  const [refused, setRefused] = useState<'type' | 'size' | null>(null)
  const [unreadable] = useState(() => () => {
    setFile(null)
    setRefused('type')
  })
  const [frame, setFrame] = useState(CENTRED)
  const photo = usePhoto(file, unreadable)

  const save = useMutation({
    mutationFn: async () => {
      if (!photo) return
      const square = await squareFile(photo, frame)
      if (!square) return unreadable()
      const form = new FormData()
      form.append('image', square, 'picture.jpg')
      await call('updateProfilePicture', undefined, { form })
      await saved()
    },
    onError: fail,
  })
  const remove = useMutation({
    mutationFn: async () => {
      await call('removeProfilePicture', {})
      await saved()
    },
    onError: fail,
  })
  const refusals = { type: t('errors.reasons.invalidType.image'), size: t('errors.reasons.invalidRequest.tooLarge') }

  return (
    <Screen width="form">
      {photo ? (
        <Framer photo={photo} frame={frame} onChange={setFrame} />
      ) : (
        <div className="grid justify-items-center">
          <Avatar name={me.fullName} src={image} size="lg" />
        </div>
      )}
      <FileDrop
        label={t('profile.picture.choose')}
        hint={t('profile.picture.who')}
        invitation={t('profile.picture.invitation')}
        removeLabel={t('profile.picture.another')}
        previewLabel={t('profile.picture.chosen')}
        accept="image/jpeg,image/png,image/webp"
        maxBytes={MAX_BYTES}
        file={file}
        onChange={(next) => {
          setRefused(null)
          setFrame(CENTRED)
          setFile(next)
        }}
        onRefuse={setRefused}
        error={refused === null ? undefined : refusals[refused]}
      />
      {photo && (
        <Button
          size="large"
          full
          pending={save.isPending}
          pendingLabel={t('common.working')}
          onClick={() => save.mutate()}
        >
          {t('profile.picture.save')}
        </Button>
      )}
      {me.imgUrl !== null && !photo && (
        <Button
          variant="ghost"
          full
          pending={remove.isPending}
          pendingLabel={t('common.working')}
          onClick={() => remove.mutate()}
        >
          {t('profile.picture.remove')}
        </Button>
      )}
    </Screen>
  )
}
