import { buttonClass } from '@puente/ui/button'
import { Card } from '@puente/ui/card'
import { Segmented } from '@puente/ui/segmented'
import { ADDRESS_DOC_TYPES, COMPANY_DOC_TYPES, type AddressDocType, type CompanyDocType } from '@puente/contract'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { focusFirstInvalid } from '#lib/forms/focus-invalid.ts'
import { paths } from '#lib/layout/paths.ts'
import { PostalAddress } from '#lib/layout/postal-address.tsx'
import { useMe } from '#lib/session/me.ts'
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
      {/* Another device that was only asked for photos isn't told it. */}
      {part === 'address' && rest.bearer === undefined && <AccountAddress />}
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

/** What the paper has to show, and the way to have it corrected: an identity check has looked at it. */
const AccountAddress = () => {
  const t = useTranslations('kyc.address')
  const { address } = useMe()
  if (address === null) return null
  return (
    <Card tone="quiet">
      <div className="grid gap-1 text-sm">
        <p className="text-text-muted">{t('onAccount')}</p>
        <p className="font-medium">
          <PostalAddress address={address} />
        </p>
        <Link
          to={paths.settingsTicket.path as string}
          state={{ help: { module: 'kyc' } }}
          className={`-ms-4 justify-self-start ${buttonClass({ variant: 'ghost', size: 'small' })}`}
        >
          {t('correct')}
        </Link>
      </div>
    </Card>
  )
}

export const AddressStep = (props: StepProps) => <PaperStep part="address" types={ADDRESS_DOC_TYPES} {...props} />

export const CompanyStep = (props: StepProps) => <PaperStep part="company" types={COMPANY_DOC_TYPES} {...props} />
