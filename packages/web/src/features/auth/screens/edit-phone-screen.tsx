/** Change the verified phone number: give the new one, then the code that was texted to it, on the same screen. */
import { PhoneIn } from '@puente/contract'
import { Button, buttonClass } from '@puente/ui/button'
import { EmptyState } from '@puente/ui/empty-state'
import { useNotices } from '@puente/ui/notice'
import { PhoneField } from '@puente/ui/phone-field'
import { Loading, SkeletonRows } from '@puente/ui/skeleton'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { Controller } from 'react-hook-form'
import { useTranslations } from 'use-intl'
import * as z from 'zod/mini'
import { useContractForm } from '#lib/forms/form.ts'
import { LoadFailed, failureOf } from '#lib/layout/load-failed.tsx'
import { paths } from '#lib/layout/paths.ts'
import { Screen } from '#lib/layout/screen.tsx'
import { useMe } from '#lib/session/me.ts'
import { factorsQuery } from '#shared/step-up/factors-query.ts'
import { ProofWaits } from '#shared/step-up/proof-waits.tsx'
import { changePhone, confirmNewPhone, contactChangesQuery } from '../api/contact-changes.ts'
import { useLeave } from '../api/use-leave.ts'
import { CodeForm } from '../parts/code-form.tsx'
import { phoneText } from '#lib/i18n/phone-text.ts'
import { inOneLine } from '../parts/phone-number.tsx'
import { useNewContact, useResume } from '../parts/use-new-contact.ts'

const Form = z.object({ phone: PhoneIn })

type NumberFormProps = {
  onSent: (phone: string) => void
  /** What a reload has interrupted goes on. */
  mayResume: boolean
}

const NumberForm = ({ onSent, mayResume }: NumberFormProps) => {
  const t = useTranslations('credentials.phone')
  const all = useTranslations()
  const { entered, isInterrupted, keepDuring } = useNewContact('newPhone', mayResume)
  const isWaiting = typeof useQuery(factorsQuery).data?.provesFrom === 'string'
  const form = useContractForm(Form, {
    defaultValues: { phone: entered },
    fieldOf: { invalidPhoneNumber: 'phone', phone_already_verified: 'phone' },
  })
  const send = async ({ phone }: z.output<typeof Form>) => {
    await keepDuring(phone, changePhone)
    onSent(phone)
  }
  useResume(isInterrupted, form.onSubmit(send))
  return (
    <form noValidate onSubmit={form.onSubmit(send)} className="grid gap-5">
      <ProofWaits />
      <Controller
        control={form.control}
        name="phone"
        render={({ field: { value, onChange, onBlur, name, ref } }) => (
          <PhoneField
            label={t('label')}
            hint={all.rich('auth.phoneStep.hint', { number: inOneLine })}
            notUs={all('auth.phoneStep.notUs')}
            required
            error={form.errorOf('phone')}
            value={value}
            onChange={onChange}
            onBlur={onBlur}
            name={name}
            ref={ref}
          />
        )}
      />
      <Button
        type="submit"
        size="large"
        full
        pending={form.formState.isSubmitting}
        pendingLabel={all('common.working')}
      >
        {t('submit')}
      </Button>
      {!isWaiting && <p className="text-sm text-text-muted">{t('after')}</p>}
    </form>
  )
}

type CodeStepProps = { number: string; resendAt: string; onAnother: () => void }

const CodeStep = ({ number, resendAt, onAnother }: CodeStepProps) => {
  const t = useTranslations('credentials.phone')
  const { show } = useNotices()
  const leave = useLeave()
  const confirm = async (code: string) => {
    await confirmNewPhone(code)
    show('positive', t('changed'))
    leave()
  }
  return (
    <>
      <p>{t('sent', { number })}</p>
      <CodeForm
        label={t('code')}
        submitLabel={t('confirm')}
        onCode={confirm}
        onResend={() => changePhone()}
        resendAt={Date.parse(resendAt)}
      >
        <Button variant="ghost" onClick={onAnother}>
          {t('another')}
        </Button>
      </CodeForm>
    </>
  )
}

const Unverified = () => {
  const t = useTranslations('credentials.phone')
  return (
    <EmptyState
      title={t('unverified')}
      text={t('unverifiedText')}
      action={
        <Link to={paths.verifyAccount.path} className={buttonClass()}>
          {t('verify')}
        </Link>
      }
    />
  )
}

/** The number that waits for its code: whole for who has just typed it here. */
const numberOf = (masked: string, typed: string): string =>
  typed !== '' && masked.endsWith(typed.slice(-2)) ? phoneText(typed) : masked

const Change = ({ phone }: { phone: string }) => {
  const t = useTranslations('credentials.phone')
  const common = useTranslations('common')
  const changes = useQuery(contactChangesQuery)
  const [isAnother, setAnother] = useState(false)
  const [typed, setTyped] = useState('')
  const isFrozen = useMe().status === 'frozen'
  const waiting = changes.data?.phone ?? null
  return (
    <>
      <div className="grid gap-1">
        <p className="text-sm text-text-muted">{t('now')}</p>
        <p className="text-lg font-medium tabular-nums">{phoneText(phone)}</p>
      </div>
      {isFrozen ? (
        <p>{t('frozen')}</p>
      ) : changes.data === undefined ? (
        changes.isError ? (
          <LoadFailed {...failureOf(changes)} />
        ) : (
          <Loading label={common('loading')}>
            <SkeletonRows count={1} />
          </Loading>
        )
      ) : waiting !== null && !isAnother ? (
        <CodeStep
          number={numberOf(waiting.phone, typed)}
          resendAt={waiting.resendAt}
          onAnother={() => setAnother(true)}
        />
      ) : (
        <NumberForm
          mayResume={!isAnother}
          onSent={(phone) => {
            setTyped(phone)
            setAnother(false)
          }}
        />
      )}
    </>
  )
}

export const EditPhoneScreen = () => {
  const t = useTranslations('credentials.phone')
  const { phone, phoneVerified, status } = useMe()
  const isVerified = phone !== null && phoneVerified
  return (
    <Screen width="form" lead={isVerified && status !== 'frozen' ? t('lead') : null}>
      {isVerified ? <Change phone={phone} /> : <Unverified />}
    </Screen>
  )
}
