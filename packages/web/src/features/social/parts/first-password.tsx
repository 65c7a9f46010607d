import { NewPasswordIn } from '@puente/contract'
import { Button } from '@puente/ui/button'
import { useNotices } from '@puente/ui/notice'
import { PasswordField } from '@puente/ui/password-field'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import * as z from 'zod/mini'
import { ApiRefusal } from '#lib/api/api-errors.ts'
import { call } from '#lib/api/api.ts'
import { queryKeys } from '#lib/api/query-keys.ts'
import { useContractForm } from '#lib/forms/form.ts'
import { useHeadingAfter } from '#lib/layout/focus-heading.ts'
import { factorsQuery } from '#shared/step-up/factors-query.ts'

const Password = z.object({ newPassword: NewPasswordIn })

type Props = {
  /** What the service gave the browser to show that it is still the same person; null before that. */
  proof: string | null
  services: readonly { id: string; name: string }[]
  pending: string | null
  onProve: (id: string) => void
  onSaved: () => void
}

/** Choose the first password: once the linked service has confirmed who it is. */
export const FirstPassword = ({ proof, services, pending, onProve, onSaved }: Props) => {
  const t = useTranslations()
  const { show } = useNotices()
  const queries = useQueryClient()
  const { data: factors } = useQuery(factorsQuery)
  const isUnprotected = factors?.passkeys === 0
  const [isOver, setOver] = useState(false)
  const part = useHeadingAfter(isOver)
  const form = useContractForm(Password, {
    defaultValues: { newPassword: '' },
    fieldOf: { invalidPass: 'newPassword' },
  })

  const send = async ({ newPassword }: z.output<typeof Password>) => {
    try {
      await call('setPassword', { proof: proof ?? '', newPassword })
    } catch (error) {
      if (!(error instanceof ApiRefusal) || !['invalidToken', 'tokenExpired'].includes(error.code)) throw error
      setOver(true)
      return
    }
    show('positive', t('social.settings.passwordSaved'))
    await queries.invalidateQueries({ queryKey: queryKeys.social })
    onSaved()
  }

  return (
    <section ref={part} className="grid gap-4 pt-6">
      <h2 className="text-lg font-semibold">{t('social.settings.passwordTitle')}</h2>
      {proof !== null && !isOver ? (
        <form noValidate onSubmit={form.onSubmit(send)} className="grid gap-4">
          <PasswordField
            label={t('social.settings.newPassword')}
            hint={form.errorOf('newPassword') === undefined && t('auth.signUp.passwordHint')}
            autoComplete="new-password"
            required
            showLabel={t('auth.show')}
            hideLabel={t('auth.hide')}
            error={form.errorOf('newPassword')}
            {...form.register('newPassword')}
          />
          <Button type="submit" full pending={form.formState.isSubmitting} pendingLabel={t('common.working')}>
            {t('social.settings.setPassword')}
          </Button>
        </form>
      ) : (
        <>
          <p className="text-text-muted">
            {isUnprotected && `${t('wallet.tasks.protectText')}. `}
            {t('social.settings.passwordText')}
          </p>
          {isOver && <p role="alert">{t('social.settings.proofOver')}</p>}
          {services.map(({ id, name }) => (
            <Button key={id} variant="secondary" full pending={pending === id} onClick={() => onProve(id)}>
              {t('social.settings.prove', { service: name })}
            </Button>
          ))}
        </>
      )}
    </section>
  )
}
