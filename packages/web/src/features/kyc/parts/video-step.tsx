import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { focusFirstInvalid } from '#lib/forms/focus-invalid.ts'
import { type StepProps, useSending } from '../api/use-sending.ts'
import { PhotoField } from './photo-field.tsx'
import { SendButton } from './send-button.tsx'
import { StepHeading } from './step-heading.tsx'

/** The video that a reviewer has asked for. */
export const VideoStep = ({ moved, ...rest }: StepProps) => {
  const t = useTranslations('kyc')
  const [file, setFile] = useState<File | null>(null)
  const [asked, setAsked] = useState(false)
  const { send, progress, failed } = useSending(rest)

  const submit = async () => {
    focusFirstInvalid(() => setAsked(true))
    if (file) await send([{ type: 'video', file }])
  }

  const missing = asked && file === null ? t('photo.videoMissing') : undefined
  return (
    <>
      <StepHeading title={t('video.title')} text={t('video.text')} moved={moved} />
      <PhotoField
        kind="video"
        file={file}
        onChange={setFile}
        error={failed && failed.file === file ? failed.text : missing}
      />
      <SendButton progress={progress} onClick={() => void submit()} />
    </>
  )
}
