import { Avatar } from '@puente/ui/avatar'
import { Button } from '@puente/ui/button'
import { useMutation } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import { call } from '#lib/api/api.ts'
import { useFileUrl } from '#lib/api/use-file-url.ts'
import { useShowError } from '#lib/forms/use-show-error.ts'
import { Screen } from '#lib/layout/screen.tsx'
import { useMe } from '#lib/session/me.ts'
import { PictureChoice, PicturePreview, usePicture } from '#shared/picture/picture-choice.tsx'
import { useSaved } from '../parts/edit-parts.tsx'

/** The user's picture: chosen, framed and made small here, so that little travels. */
export const EditPictureScreen = () => {
  const t = useTranslations()
  const me = useMe()
  const image = useFileUrl(me.imgUrl)
  const saved = useSaved()
  const fail = useShowError()
  const picture = usePicture()
  const { photo } = picture

  const save = useMutation({
    mutationFn: async () => {
      const square = await picture.square()
      if (!square) return
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
  return (
    <Screen width="form">
      {photo ? (
        <PicturePreview picture={picture} label={t('profile.picture.preview')} shape="round" />
      ) : (
        <div className="grid justify-items-center">
          <Avatar name={me.fullName} src={image} size="lg" />
        </div>
      )}
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
      <PictureChoice label={t('profile.picture.choose')} hint={t('profile.picture.who')} picture={picture} />
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
