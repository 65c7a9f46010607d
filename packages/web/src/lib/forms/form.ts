/**
 * Forms on the contract's schemas. A schema's messages are refusal codes (`invalidEmail`), the server refuses with the same
 * codes, and both lead to the same text under the field. What belongs to no field is a notice.
 */
import { standardSchemaResolver } from '@hookform/resolvers/standard-schema'
import type { StandardSchemaV1 } from '@standard-schema/spec'
import type { ErrorCode } from '@puente/contract'
import { useNotices } from '@puente/ui/notice'
import {
  useForm,
  type DefaultValues,
  type FieldErrors,
  type FieldPath,
  type FieldValues,
  type UseFormReturn,
} from 'react-hook-form'
import { useTranslations } from 'use-intl'
import { ApiRefusal } from '#lib/api/api-errors.ts'
import type { LooseTranslator } from '#lib/i18n/refusal-text.ts'
import { useErrorText } from './use-show-error.ts'

type Options<Values extends FieldValues> = {
  defaultValues: DefaultValues<Values>
  /** The field that a refusal of the server belongs to; others are a notice only. */
  fieldOf?: Partial<Record<ErrorCode, FieldPath<Values>>>
  /** Texts of messages that are no refusal codes, or that this form says otherwise, by message. */
  texts?: Readonly<Record<string, string>>
  /** What a notice adds to the words under the field, by message. */
  notices?: Readonly<Record<string, string>>
}

export type ContractForm<Values extends FieldValues, Output> = UseFormReturn<Values, unknown, Output> & {
  /** The text under a field, when something is wrong with it. */
  errorOf: (field: FieldPath<Values>) => string | undefined
  /** Makes the submit handler: validates, reports what is missing, and shows refusals of `send`. */
  onSubmit: (send: (output: Output) => Promise<void>) => (event?: { preventDefault: () => void }) => void
}

const isEmpty = (value: unknown): boolean => value === undefined || value === null || value === ''

/** Whether an invalid field is empty. */
const isSomeMissing = (errors: FieldErrors, values: Record<string, unknown>): boolean =>
  Object.entries(errors).some(([field, error]) => {
    const value = values[field]
    if (typeof error?.message === 'string' || typeof value !== 'object' || value === null) return isEmpty(value)
    return isSomeMissing(error as FieldErrors, value as Record<string, unknown>)
  })

/** The first error's message of a nested set, in the order of the fields. */
const messagesOf = (errors: FieldErrors): string[] =>
  Object.values(errors).flatMap((error) => {
    if (!error || typeof error !== 'object') return []
    if (typeof error.message === 'string') return [error.message]
    return messagesOf(error as FieldErrors)
  })

export const useContractForm = <Values extends FieldValues, Output>(
  schema: StandardSchemaV1<Values, Output>,
  { defaultValues, fieldOf = {}, texts = {}, notices = {} }: Options<Values>,
): ContractForm<Values, Output> => {
  const t = useTranslations() as unknown as LooseTranslator
  const { show, clear } = useNotices()
  const failureText = useErrorText()
  const form = useForm<Values, unknown, Output>({ resolver: standardSchemaResolver(schema), defaultValues })

  const textOf = (message: string): string => {
    const own = texts[message]
    if (own !== undefined) return own
    const [code = '', reason = ''] = message.split(':')
    const key = [`errors.reasons.${code}.${reason}`, `errors.codes.${code}`].find((candidate) => t.has(candidate))
    // A text that needs values of the server is already filled in when it comes from there.
    return key === undefined ? message : t(key)
  }

  const invalid = (errors: FieldErrors<Values>) => {
    const someMissing = isSomeMissing(errors, form.getValues())
    const notice = someMissing ? t('common.requiredFields') : notices[messagesOf(errors)[0] ?? '']
    // An error of a field is shown there; the notice is for the rest.
    if (notice !== undefined) show('negative', notice)
  }

  const refused = async (error: unknown) => {
    const text = await failureText(error)
    const field = error instanceof ApiRefusal ? fieldOf[error.code] : undefined
    if (field === undefined) show('negative', text)
    else form.setError(field, { message: text }, { shouldFocus: true })
  }

  return {
    ...form,
    errorOf: (field) => {
      const { error } = form.getFieldState(field, form.formState)
      if (error?.message === undefined) return undefined
      // Nothing is wrong with an address that was not typed yet.
      if (error.message === 'invalidEmail' && isEmpty(form.getValues(field))) return t('common.emailMissing')
      return textOf(error.message)
    },
    onSubmit: (send) => {
      const handle = form.handleSubmit((output) => send(output).catch(refused), invalid)
      return (event) => {
        event?.preventDefault()
        clear('negative')
        void handle()
      }
    },
  }
}
