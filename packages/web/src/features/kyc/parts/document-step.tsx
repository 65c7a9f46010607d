import { Segmented } from '@puente/ui/segmented'
import { ID_DOC_TYPES, type IdDocType } from '@puente/contract'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { focusFirstInvalid } from '#lib/forms/focus-invalid.ts'
import { CardFrame } from './framing.tsx'
import type { Photo } from '../api/kyc-report.ts'
import { hasBack } from '../api/kyc-rules.ts'
import { PhotoField } from './photo-field.tsx'
import { SendButton } from './send-button.tsx'
import { StepHeading } from './step-heading.tsx'
import { type StepProps, useSending } from '../api/use-sending.ts'

type Side = 'front' | 'back'

/** Which document, and its sides. */
export const DocumentStep = ({ moved, ...sending }: StepProps) => {
  const t = useTranslations()
  const [docType, setDocType] = useState<IdDocType>('driverLicense')
  const [files, setFiles] = useState<Record<Side, File | null>>({ front: null, back: null })
  const [asked, setAsked] = useState(false)
  const { send, progress, failed } = useSending(sending)
  const sides: Side[] = hasBack(docType) ? ['front', 'back'] : ['front']

  const submit = async () => {
    focusFirstInvalid(() => setAsked(true))
    const photos = sides.flatMap((side): Photo[] => {
      const file = files[side]
      return file ? [{ type: 'selfieId', docType, side, file }] : []
    })
    if (photos.length === sides.length) await send(photos)
  }

  const errorOf = (side: Side): string | undefined => {
    const file = files[side]
    if (file === null) return asked ? t('kyc.photo.missing') : undefined
    return failed?.file === file ? failed.text : undefined
  }

  return (
    <>
      <StepHeading title={t('kyc.document.title')} text={t('kyc.document.text')} moved={moved} />
      <Segmented
        stacked
        label={t('kyc.document.type')}
        options={ID_DOC_TYPES.map((type) => ({ value: type, label: t(`kyc.docTypes.${type}`) }))}
        value={docType}
        onChange={setDocType}
      />
      <CardFrame />
      {sides.map((side) => (
        <PhotoField
          key={side}
          kind={side}
          file={files[side]}
          onChange={(file) => setFiles((all) => ({ ...all, [side]: file }))}
          error={errorOf(side)}
        />
      ))}
      <SendButton progress={progress} onClick={() => void submit()} />
    </>
  )
}
