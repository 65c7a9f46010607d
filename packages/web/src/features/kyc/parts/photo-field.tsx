import { FileDrop } from '@puente/ui/file-drop'
import { KYC_IMAGE_LIMIT_BYTES } from '@puente/contract'
import { useState } from 'react'
import { useTranslations } from 'use-intl'

export type PhotoKind = 'front' | 'back' | 'selfie' | 'address' | 'company' | 'video'

type Props = {
  kind: PhotoKind
  file: File | null
  onChange: (file: File | null) => void
  /** The photo was asked for and is not there, or the server did not take it. */
  error?: string | undefined
}

/**
 * One photo, taken or chosen. No `capture` attribute: with it a phone opens its camera and hides existing
 * photos, and a person who took them earlier in good light would have to start over.
 */
export const PhotoField = ({ kind, file, onChange, error }: Props) => {
  const t = useTranslations()
  const [refusal, setRefusal] = useState<'type' | 'size' | null>(null)
  const isVideo = kind === 'video'
  const refusals = isVideo
    ? { type: t('kyc.photo.videoType'), size: t('kyc.photo.videoTooLarge') }
    : { type: t('errors.reasons.invalidType.image'), size: t('kyc.photo.tooLarge') }
  return (
    <FileDrop
      label={t(`kyc.photo.${kind}.label`)}
      hint={t(`kyc.photo.${kind}.hint`)}
      kind={isVideo ? 'video' : 'picture'}
      invitation={t(isVideo ? 'kyc.photo.videoInvitation' : 'kyc.photo.invitation')}
      removeLabel={t(isVideo ? 'kyc.photo.videoRemove' : 'kyc.photo.remove')}
      previewLabel={t('kyc.photo.preview')}
      accept={isVideo ? 'video/mp4,video/webm' : 'image/jpeg,image/png,image/webp'}
      // The limit is the first size that is refused.
      maxBytes={KYC_IMAGE_LIMIT_BYTES - 1}
      file={file}
      onChange={(next) => {
        setRefusal(null)
        onChange(next)
      }}
      onRefuse={setRefusal}
      error={refusal === null ? error : refusals[refusal]}
    />
  )
}
