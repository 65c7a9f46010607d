import { Segmented } from '@puente/ui/segmented'
import { ADDRESS_DOC_TYPES, COMPANY_DOC_TYPES, type AddressDocType, type CompanyDocType } from '@puente/contract'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { focusFirstInvalid } from '#lib/forms/focus-invalid.ts'
import { type StepProps, useSending } from '../api/use-sending.ts'
import { PhotoField } from './photo-field.tsx'
import { SendButton } from './send-button.tsx'
import { StepHeading } from './step-heading.tsx'

type Paper = AddressDocType | CompanyDocType
type PaperProps = StepProps & { part: 'address' | 'company'; types: readonly [Paper, ...Paper[]] }

/** One paper and which kind it is: a proof of address, or one that shows that a company exists. */
const PaperStep = ({ part, types, moved, ...rest }: PaperProps) => {
  const t = useTranslations('kyc')
  const [docType, setDocType] = useState(types[0])
  const [file, setFile] = useState<File | null>(null)
  const [asked, setAsked] = useState(false)
  const { send, progress, failed } = useSending(rest)

  const submit = async () => {
    focusFirstInvalid(() => setAsked(true))
    if (file) await send([{ type: 'invoice', docType, file }])
  }

  const missing = asked && file === null ? t('photo.missing') : undefined
  return (
    <>
      <StepHeading title={t(`${part}.title`)} text={t(`${part}.text`)} moved={moved} />
      <Segmented
        stacked
        label={t(`${part}.type`)}
        options={types.map((type) => ({ value: type, label: t(`docTypes.${type}`) }))}
        value={docType}
        onChange={setDocType}
      />
      <PhotoField
        kind={part}
        file={file}
        onChange={setFile}
        error={failed && failed.file === file ? failed.text : missing}
      />
      <SendButton progress={progress} onClick={() => void submit()} />
    </>
  )
}

export const AddressStep = (props: StepProps) => <PaperStep part="address" types={ADDRESS_DOC_TYPES} {...props} />

export const CompanyStep = (props: StepProps) => <PaperStep part="company" types={COMPANY_DOC_TYPES} {...props} />
