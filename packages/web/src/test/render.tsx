/**
 * Renders a screen as people meet it: real router, guards, texts and session, with only the server's answers stated by
 * the test. Every call starts a fresh application, as a reload would.
 */
import type { Language, Me, Result } from '@puente/contract'
import { RouterProvider, createMemoryHistory } from '@tanstack/react-router'
import { cleanup, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import type { ReactNode } from 'react'
import { Frame } from '#app/app.tsx'
import { makeRouter } from '#app/router.ts'
import { cleanAddress } from '#lib/browser/clean-address.ts'
import { showLanguage } from '#lib/i18n/i18n.ts'
import { markSession } from '#lib/session/session-mark.ts'
import { restartSession, startSession } from '#lib/session/session.ts'
import { answers, server } from './server.ts'

const HOUR_MS = 3_600_000
const soon = () => new Date(Date.now() + HOUR_MS).toISOString()

export const anOpenSession = (): Result<'openSession'> => ({
  bearer: 'bearer-1',
  expiresAt: soon(),
  accessLevel: 1,
  idleExpiresAt: soon(),
  absoluteExpiresAt: soon(),
})

/** A verified user of tier 1, with changes. */
export const aMe = (change: Partial<Me> = {}): Me => ({
  userID: 'usr_0190a0a0a0a07a0a8a0a0a0a0a0a0a0a',
  email: 'maria@example.com',
  emailVerified: true,
  emailReturned: false,
  textsStopped: false,
  userName: 'maria.lopez-7f3k',
  fullName: 'María López',
  publicTransactionId: 'maria.lopez-7f3k',
  phone: '+13055550134',
  phoneVerified: true,
  address: null,
  birthday: null,
  nationality: null,
  imgUrl: null,
  lang: 'en-US',
  business: false,
  businessProfile: null,
  termsAccepted: true,
  tCAccepted: true,
  wallet: { USD: 0 },
  held: { USD: 0 },
  notifications: {},
  hideBalance: false,
  freezes: [],
  createdAt: '2026-01-05T15:00:00.000Z',
  preferences: {
    hideBalance: false,
    theme: 'system',
    dashboard: [
      { card: 'people', shown: true },
      { card: 'latest', shown: true },
      { card: 'limits', shown: true },
      { card: 'history', shown: true },
    ],
    transactionsTutorial: false,
    analytics: true,
    undoMinutes: 0,
  },
  changesLeft: { fullName: 0, birthday: 0, username: 1, address: 0, nationality: 0, business: 0 },
  KYC: {
    selfieIdStatus: 'neverRequested',
    selfieStatus: 'neverRequested',
    invoiceStatus: 'neverRequested',
    videoStatus: 'neverRequested',
    tier: 1,
    fullNameBirth: false,
    selfieId: false,
    selfie: false,
  },
  status: 'open',
  lastEventId: 0,
  ...change,
})

/** The browser has a session of this user. */
export const signedInAs = (change: Partial<Me> = {}): void => {
  const me = aMe(change)
  server.use(answers('refreshSession', anOpenSession()), answers('me', me))
}

/** Starts the application at a history entry; resolves when a screen stands. */
const show = async (address: string, language: Language, { beside, state }: { beside?: ReactNode; state?: object }) => {
  markSession()
  window.history.replaceState(null, '', address)
  cleanAddress()
  const cleaned = location.pathname + location.search + location.hash
  await showLanguage(language)
  startSession().catch(() => undefined)
  const history = createMemoryHistory({ initialEntries: [cleaned] })
  if (state) history.replace(cleaned, state)
  const router = makeRouter(history)
  render(
    <Frame>
      <RouterProvider router={router} />
      {beside}
    </Frame>,
  )
  // A dialog may stand over the screen from the first moment on.
  await waitFor(() => screen.getByRole('heading', { level: 1, hidden: true }))
  return { user: userEvent.setup(), router, path: () => history.location.pathname + history.location.search }
}

/** Opens the application at an address, with what stands `beside` its screens; resolves when a screen stands. */
export const openApp = async (address: string, language: Language = 'en', beside?: ReactNode) => {
  restartSession()
  return show(address, language, { beside })
}

/** The page loaded again in its tab, which keeps its storage and the state of the entry. */
export const reloadApp = async (address: string, state: object = {}, language: Language = 'en') => {
  cleanup()
  const kept = Object.entries(sessionStorage)
  restartSession()
  for (const [key, value] of kept) sessionStorage.setItem(key, String(value))
  return show(address, language, { state })
}
