import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { focusFirstInvalid } from '#lib/forms/focus-invalid.ts'
import { FaceFrame } from './framing.tsx'
import { PhotoField } from './photo-field.tsx'
import { SendButton } from './send-button.tsx'
import { StepHeading } from './step-heading.tsx'
import { type StepProps, useSending } from '../api/use-sending.ts'

/** The face that goes with the document. */
export const SelfieStep = ({ moved, ...sending }: StepProps) => {
  const t = useTranslations('kyc')
  const [file, setFile] = useState<File | null>(null)
  const [asked, setAsked] = useState(false)
  const { send, progress, failed } = useSending(sending)

  const submit = async () => {
    focusFirstInvalid(() => setAsked(true))
    if (file) await send([{ type: 'selfie', file }])
  }

  const missing = asked && file === null ? t('photo.missing') : undefined
  return (
    <>
      <StepHeading title={t('selfie.title')} text={t('selfie.text')} moved={moved} />
      <FaceFrame />
      <PhotoField
        kind="selfie"
        file={file}
        onChange={setFile}
        error={failed && failed.file === file ? failed.text : missing}
      />
      <SendButton progress={progress} onClick={() => void submit()} />
    </>
  )
}
