import { type FoundPerson } from '@puente/contract'
import { Button } from '@puente/ui/button'
import { useNotices } from '@puente/ui/notice'
import { TextField } from '@puente/ui/text-field'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { ApiRefusal } from '#lib/api/api-errors.ts'
import { call } from '#lib/api/api.ts'
import { looksLikeEmail } from '#lib/forms/email.ts'
import { focusFirstInvalid } from '#lib/forms/focus-invalid.ts'
import { useErrorText, useShowError } from '#lib/forms/use-show-error.ts'
import { Screen } from '#lib/layout/screen.tsx'
import { ScreenAction } from '#lib/layout/screen-action.tsx'
import { useMe } from '#lib/session/me.ts'
import { NewStepper } from '#shared/invoice/new-stepper.tsx'
import { useChoose } from '../parts/use-choose.ts'

const MAX = 254

/** Whoever has exactly this username or email. */
const find = async (asked: string): Promise<FoundPerson> => {
  if (!looksLikeEmail(asked)) return call('publicProfile', { publicTransactionId: asked.replace(/^@/, '') })
  const { items } = await call('search', { search: asked })
  const [person] = items
  // Nobody, or several who share a part of it: neither is one person.
  if (!person || items.length > 1) throw new ApiRefusal('userNotFound', 404)
  return person
}

/** Adds a person by username or email, for those who know exactly whom they mean. */
export const RecipientAddScreen = () => {
  const t = useTranslations('invoices.recipientAdd')
  const tCommon = useTranslations('common')
  const tErrors = useTranslations('errors.codes')
  const me = useMe()
  const choose = useChoose()
  const { show } = useNotices()
  const fail = useShowError()
  const textOf = useErrorText()
  const [text, setText] = useState('')
  const [error, setError] = useState<string>()
  const add = useMutation({
    mutationFn: (asked: string) => find(asked),
    onSuccess: (person) => {
      if (person.publicTransactionId === me.publicTransactionId)
        return focusFirstInvalid(() => setError(tErrors('invalidUser')))
      return choose(person)
    },
    onError: async (failure) => {
      if (!(failure instanceof ApiRefusal) || failure.code !== 'userNotFound') return fail(failure)
      const said = await textOf(failure)
      return focusFirstInvalid(() => setError(said))
    },
  })
  const submit = () => {
    if (add.isPending) return
    const asked = text.trim()
    if (asked === '') {
      show('negative', tCommon('requiredFields'))
      focusFirstInvalid(() => setError(t('required')))
      return
    }
    add.mutate(asked)
  }
  return (
    <Screen width="form" title={t('title')}>
      <NewStepper at="recipient" />
      <form
        className="grid gap-6"
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          submit()
        }}
      >
        <TextField
          label={t('field')}
          hint={t('hint')}
          error={error}
          type="text"
          inputMode="email"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={MAX}
          value={text}
          onChange={(event) => {
            setText(event.target.value)
            setError(undefined)
          }}
        />
        <ScreenAction>
          <Button type="submit" size="large" full pending={add.isPending} pendingLabel={tCommon('working')}>
            {tCommon('continue')}
          </Button>
        </ScreenAction>
      </form>
    </Screen>
  )
}
