/** A server with an identity check, and a person on their way through it, for the tests of these screens. */
import { screen } from '@testing-library/react'
import type { Me, Result } from '@puente/contract'
import { isPhotoWanted } from '#shared/kyc/kyc-standing.ts'
import { aMe, anOpenSession, type openApp } from './render.tsx'
import { answers, server, type Seen } from './server.ts'
import { fieldOf } from './uploads.ts'

export type App = Awaited<ReturnType<typeof openApp>>
export type Report = Result<'kycStatus'>
type Kyc = Me['KYC']

export const fresh: Kyc = { ...aMe().KYC, tier: 0 }
export const photosSent: Kyc = { ...fresh, selfieIdStatus: 'requested', selfieStatus: 'requested' }
export const inReview: Kyc = { ...fresh, selfieIdStatus: 'inReview', selfieStatus: 'inReview', fullNameBirth: true }
export const denied: Kyc = { ...inReview, selfieIdStatus: 'Approved', selfieStatus: 'Denied' }
export const approved: Kyc = { ...inReview, selfieIdStatus: 'Approved', selfieStatus: 'Approved', tier: 1 }

const missingOf = (kyc: Kyc): Report['missing'] => [
  ...(kyc.fullNameBirth ? [] : (['nameBirth'] as const)),
  ...(isPhotoWanted(kyc.selfieIdStatus) ? (['selfieId'] as const) : []),
  ...(isPhotoWanted(kyc.selfieStatus) ? (['selfie'] as const) : []),
]

export const aReport = (kyc: Kyc, change: Partial<Report> = {}): Report => ({
  ...kyc,
  reasons: [],
  missing: missingOf(kyc),
  triesLeft: 3,
  triesAgainAt: null,
  submittedAt: null,
  expectedBy: null,
  noticeEndsAt: null,
  medianMinutes: null,
  canAppeal: false,
  appeals: [],
  handoff: null,
  history: [],
  ...change,
})

/** Keeps what it is given and sends the file to review when the last part arrives, as the real one does. */
export const aKycServer = (kyc: Kyc, report: Partial<Report> = {}, change: Partial<Me> = {}) => {
  const state = { me: aMe({ KYC: kyc, ...change }), uploads: [] as string[], details: null as unknown }
  const setKyc = (part: Partial<Kyc>) => {
    const next = { ...state.me.KYC, ...part }
    const whole = next.fullNameBirth && !isPhotoWanted(next.selfieIdStatus) && !isPhotoWanted(next.selfieStatus)
    state.me = {
      ...state.me,
      KYC: { ...next, ...(whole && { selfieIdStatus: 'inReview', selfieStatus: 'inReview' }) },
    }
  }
  server.use(
    answers('refreshSession', anOpenSession()),
    answers('me', () => state.me),
    answers('kycStatus', () => aReport(state.me.KYC, report)),
    answers('uploadKycPhoto', ({ body }) => {
      const type = fieldOf(body, 'type') as 'selfieId' | 'selfie'
      state.uploads.push([type, fieldOf(body, 'docType'), fieldOf(body, 'side')].filter(Boolean).join(' '))
      setKyc(type === 'selfie' ? { selfieStatus: 'requested' } : { selfieIdStatus: 'requested' })
      return { type, status: 'requested' as const, triesLeft: 3 }
    }),
    answers('updateProfile', ({ body }: Seen) => {
      state.details = body
      setKyc({ fullNameBirth: true })
      return {
        ...state.me,
        image: state.me.imgUrl,
      }
    }),
  )
  return state
}

/** A photo field by its name; the header has a Back of its own. */
export const photoField = (name: 'Front' | 'Back' | 'Your face') =>
  screen.findByLabelText(`${name} Take or choose a photo`)

export const sendPhotos = ({ user }: App) => user.click(screen.getByRole('button', { name: /Send and continue/ }))

/** Fills in what the profile does not know yet. */
export const fillDetails = async ({ user }: App) => {
  await user.selectOptions(await screen.findByLabelText('Month'), 'March')
  await user.type(screen.getByLabelText('Day'), '31')
  await user.selectOptions(screen.getByLabelText('Year'), '1990')
  await user.selectOptions(screen.getByLabelText('Nationality'), 'Mexico')
  await user.type(screen.getByLabelText('Street address'), '1 Main St')
  await user.type(screen.getByLabelText('City'), 'Austin')
  await user.selectOptions(screen.getByLabelText('State'), 'Texas')
  await user.type(screen.getByLabelText('ZIP code'), '78701')
}
