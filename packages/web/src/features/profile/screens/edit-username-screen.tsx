import { HANDLE_MAX, HandleIn } from '@puente/contract'
import { Button } from '@puente/ui/button'
import { TextField } from '@puente/ui/text-field'
import { useQuery } from '@tanstack/react-query'
import { Suspense, useState } from 'react'
import { useTranslations } from 'use-intl'
import * as z from 'zod/mini'
import { call } from '#lib/api/api.ts'
import { queryKeys } from '#lib/api/query-keys.ts'
import { lazyPart } from '#lib/browser/lazy-part.ts'
import { useContractForm } from '#lib/forms/form.ts'
import { Screen } from '#lib/layout/screen.tsx'
import { useMe } from '#lib/session/me.ts'
import { Fixed, SaveButton, useSaved } from '../parts/edit-parts.tsx'
import { strong } from '../parts/strong.tsx'

const UsernameDialog = lazyPart(() => import('../parts/username-dialog.tsx').then((part) => part.UsernameDialog))

const Form = z.object({ publicTransactionId: HandleIn })

/** The username: once, for good. */
export const EditUsernameScreen = () => {
  const me = useMe()
  // As it was on arrival: the form stays until it has led back, with nothing left to change by then.
  const [isFixed] = useState(me.changesLeft.username === 0)
  return <Screen width="form">{isFixed ? <Fixed what="username" me={me} /> : <UsernameForm />}</Screen>
}

const UsernameForm = () => {
  const t = useTranslations('profile.edit')
  const me = useMe()
  const saved = useSaved()
  // An offer; without it the field is there all the same.
  const suggestion = useQuery({ queryKey: queryKeys.username, queryFn: () => call('suggestHandle') })
  const { register, errorOf, onSubmit, formState, setValue, setFocus } = useContractForm(Form, {
    defaultValues: { publicTransactionId: '' },
    fieldOf: { invalidName: 'publicTransactionId', fullNameChangesExceeded: 'publicTransactionId' },
  })
  /** The name as it will be, while the person is asked whether to take it. */
  const [asked, setAsked] = useState<string | null>(null)
  const ask = async ({ publicTransactionId }: z.output<typeof Form>) => setAsked(publicTransactionId)
  const save = async (values: z.output<typeof Form>) => {
    try {
      await call('changeHandle', values)
    } finally {
      setAsked(null)
    }
    await saved()
  }
  const offered = suggestion.data?.publicTransactionId
  return (
    <form noValidate onSubmit={onSubmit(ask)} className="grid gap-4">
      <p className="text-text-muted">{t.rich('usernameNow', { name: me.publicTransactionId, strong })}</p>
      <TextField
        label={t('username')}
        hint={t('usernameHint')}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={HANDLE_MAX}
        required
        error={errorOf('publicTransactionId')}
        {...register('publicTransactionId')}
      />
      {offered !== undefined && offered !== me.publicTransactionId && (
        <div>
          <Button
            variant="secondary"
            size="small"
            onClick={() => {
              setValue('publicTransactionId', offered, { shouldValidate: true })
              setFocus('publicTransactionId')
            }}
          >
            {t('useSuggestion', { username: offered })}
          </Button>
        </div>
      )}
      <p className="text-sm text-text-muted">{t('usernameOnce')}</p>
      <SaveButton pending={formState.isSubmitting} />
      {asked !== null && (
        <Suspense>
          <UsernameDialog
            username={asked}
            pending={formState.isSubmitting}
            onConfirm={onSubmit(save)}
            onClose={() => setAsked(null)}
          />
        </Suspense>
      )}
    </form>
  )
}
