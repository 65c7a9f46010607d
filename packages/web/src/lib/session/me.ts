/** The signed-in user: the one query that every signed-in screen builds on. */
import { queryOptions, useSuspenseQuery } from '@tanstack/react-query'
import type { Me } from '@puente/contract'
import { call } from '#lib/api/api.ts'
import { queryKeys } from '#lib/api/query-keys.ts'
import { queryClient } from '#lib/api/query.ts'
import { countUsageIf } from '#lib/api/usage.ts'

export const meQuery = queryOptions({ queryKey: queryKeys.me, queryFn: () => call('me') })

countUsageIf(() => queryClient.getQueryData<Me>(queryKeys.me)?.preferences.analytics === true)

/** The user from the cache, else from the server; for guards, which run before a screen exists. */
export const loadMe = (): Promise<Me> => queryClient.ensureQueryData(meQuery)

/**
 * Reads the user again, after something about them has changed. A read that is under way may have begun before that, so it
 * is given up; those who wait for it get the new one.
 */
export const reloadMe = (): Promise<Me> => {
  void queryClient.cancelQueries({ queryKey: queryKeys.me, exact: true }, { revert: false, silent: true })
  return queryClient.fetchQuery({ ...meQuery, staleTime: 0 })
}

/** The user, below a guard that has loaded them. */
export const useMe = (): Me => useSuspenseQuery(meQuery).data

/**
 * Whether a person who accepted the terms must accept a newer version. A registered phone shows that they accepted once:
 * during sign-up the terms are accepted together with the phone.
 */
export const mustAcceptTerms = ({ termsAccepted, phone }: Pick<Me, 'termsAccepted' | 'phone'>): boolean =>
  !termsAccepted && phone !== null

/**
 * Whether Puente has to find out whose the account is: until then the server refuses most changes, and handing data over. The same rule is
 * the server's (`features/accounts/freeze-account.ts`).
 */
export const isOwnerInDoubt = ({ freezes }: Pick<Me, 'freezes'>): boolean => {
  const byPuente = freezes.find(({ cause }) => cause === 'operator')
  if (!byPuente) return false
  return byPuente.publicReason === 'identityDoubt' || freezes.some(({ cause }) => cause === 'notMe')
}

/** The name to greet the user by: a person's first name; of a business its name, or until it has one its owner's. */
export const greetingNameOf = ({
  fullName,
  business,
  businessProfile,
}: Pick<Me, 'fullName' | 'business' | 'businessProfile'>): string =>
  business ? (businessProfile?.name ?? fullName.trim()) : (fullName.trim().split(/\s+/)[0] ?? '')
