/** Change the email: give the new address, then the code that was mailed to it, on the same screen. */
import { EmailIn } from '@puente/contract'
import { Button } from '@puente/ui/button'
import { useNotices } from '@puente/ui/notice'
import { Loading, SkeletonRows } from '@puente/ui/skeleton'
import { TextField } from '@puente/ui/text-field'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import * as z from 'zod/mini'
import { useContractForm } from '#lib/forms/form.ts'
import { useShowError } from '#lib/forms/use-show-error.ts'
import { EmailText } from '#lib/layout/email-text.tsx'
import { LoadFailed, failureOf } from '#lib/layout/load-failed.tsx'
import { Screen } from '#lib/layout/screen.tsx'
import { useMe } from '#lib/session/me.ts'
import { ProofWaits } from '#shared/step-up/proof-waits.tsx'
import { changeEmail, confirmNewEmail, contactChangesQuery } from '../api/contact-changes.ts'
import { requestEmailCode } from '../api/email-code.ts'
import type { SentCode } from '../api/sent-code.ts'
import { useLeave } from '../api/use-leave.ts'
import { CodeForm } from '../parts/code-form.tsx'
import { EmailCodeForm } from '../parts/email-code-form.tsx'
import { useNewContact, useResume } from '../parts/use-new-contact.ts'

const Form = z.object({ email: EmailIn })

/** @param mayResume what a reload has interrupted goes on */
const AddressForm = ({ onSent, mayResume }: { onSent: () => void; mayResume: boolean }) => {
  const t = useTranslations('credentials.email')
  const common = useTranslations('common')
  const { entered, isInterrupted, keepDuring } = useNewContact('newEmail', mayResume)
  const form = useContractForm(Form, {
    defaultValues: { email: entered },
    fieldOf: { invalidEmail: 'email', emailUsed: 'email' },
  })
  const send = async ({ email }: z.output<typeof Form>) => {
    await keepDuring(email, changeEmail)
    onSent()
  }
  useResume(isInterrupted, form.onSubmit(send))
  return (
    <form noValidate onSubmit={form.onSubmit(send)} className="grid gap-5">
      <ProofWaits />
      <TextField
        label={t('label')}
        type="email"
        autoComplete="email"
        required
        error={form.errorOf('email')}
        {...form.register('email')}
      />
      <Button type="submit" size="large" full pending={form.formState.isSubmitting} pendingLabel={common('working')}>
        {t('submit')}
      </Button>
      <p className="text-sm text-text-muted">{t('after')}</p>
    </form>
  )
}

const CodeStep = ({ email, onAnother }: { email: string; onAnother: () => void }) => {
  const t = useTranslations('credentials.email')
  const { show } = useNotices()
  const leave = useLeave()
  const confirm = async (code: string) => {
    await confirmNewEmail(code)
    show('positive', t('changed'))
    leave()
  }
  return (
    <>
      <p>{t('sent', { address: email })}</p>
      <CodeForm
        label={t('code')}
        submitLabel={t('confirm')}
        onCode={confirm}
        onResend={() => changeEmail(email)}
        resendAt={null}
      >
        <Button variant="ghost" onClick={onAnother}>
          {t('another')}
        </Button>
      </CodeForm>
    </>
  )
}

/** Mail to the address there is comes back: it may be verified again instead of changed. */
const Returned = ({ email }: { email: string }) => {
  const t = useTranslations('credentials.email')
  const common = useTranslations('common')
  const fail = useShowError()
  const [sent, setSent] = useState<SentCode | null>(null)
  const [isPending, setPending] = useState(false)
  const ask = async () => {
    setPending(true)
    try {
      setSent(await requestEmailCode())
    } catch (error) {
      await fail(error)
    }
    setPending(false)
  }
  if (sent === null)
    return (
      <div className="grid gap-3">
        <p>{t('returned')}</p>
        <div>
          <Button variant="secondary" pending={isPending} pendingLabel={common('working')} onClick={() => void ask()}>
            {t('again')}
          </Button>
        </div>
      </div>
    )
  return (
    <>
      <p>{t('againSent', { address: email })}</p>
      <EmailCodeForm sent={sent} onVerified={async () => setSent(null)} />
    </>
  )
}

export const EditEmailScreen = () => {
  const t = useTranslations('credentials.email')
  const common = useTranslations('common')
  const me = useMe()
  const changes = useQuery(contactChangesQuery)
  const [isAnother, setAnother] = useState(false)
  const waiting = changes.data?.email ?? null
  const isFrozen = me.status === 'frozen'

  return (
    <Screen width="form" lead={isFrozen ? null : t('lead')}>
      <div className="grid gap-1">
        <p className="text-sm text-text-muted">{t('now')}</p>
        <p className="text-lg font-medium">
          <EmailText email={me.email} />
        </p>
      </div>
      {me.emailReturned && <Returned email={me.email} />}
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
        <CodeStep email={waiting.email} onAnother={() => setAnother(true)} />
      ) : (
        <AddressForm onSent={() => setAnother(false)} mayResume={!isAnother} />
      )}
    </Screen>
  )
}
