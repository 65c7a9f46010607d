/**
 * Tokens of links that mails hand out. They leave the address at once: what stands there is read over shoulders, kept in
 * the browser's history and taken along by screenshots. The history entry keeps them, so that a reload finds them again.
 */
import { redirect, useLocation } from '@tanstack/react-router'
import type { paths } from '#lib/layout/paths.ts'

type TokenScreen = (typeof paths)['resetPassword' | 'confirmation' | 'notMe']['path']

export const tokenOf = (search: Record<string, unknown>): { token?: string } =>
  typeof search['token'] === 'string' ? { token: search['token'] } : {}

/** For `beforeLoad`: moves the token from the address to the history entry. */
export const hideToken =
  (screen: TokenScreen) =>
  ({ search: { token } }: { search: { token?: string } }): void => {
    if (token !== undefined) throw redirect({ to: screen, search: {}, state: { token }, replace: true })
  }

/** The token of the link that led here. */
export const useToken = (): string | undefined => useLocation().state.token
