/** Changes of email and phone that wait for their code. */
import { queryOptions } from '@tanstack/react-query'
import { call } from '#lib/api/api.ts'
import { queryKeys } from '#lib/api/query-keys.ts'
import { queryClient } from '#lib/api/query.ts'
import { reloadMe } from '#lib/session/me.ts'

export const contactChangesQuery = queryOptions({
  queryKey: queryKeys.contactChanges,
  queryFn: ({ signal }) => call('contactChanges', undefined, { signal }),
  staleTime: 0,
})

const reload = () => queryClient.invalidateQueries({ queryKey: queryKeys.contactChanges })

/** Mails a code to a new address, or another one to the address that waits for it. */
export const changeEmail = async (email: string): Promise<void> => {
  await call('changeEmail', { email })
  await reload()
}

export const confirmNewEmail = async (emailToken: string): Promise<void> => {
  await call('confirmEmail', { emailToken })
  await reloadMe()
}

/** Sends a code to another number; without one, again to the number that waits for it. */
export const changePhone = async (phone?: string): Promise<void> => {
  await call('requestPhoneCode', phone === undefined ? {} : { phone })
  await reload()
}

export const confirmNewPhone = async (code: string): Promise<void> => {
  await call('confirmPhone', { code })
  await reloadMe()
}
