/** The identity check. */
import type { Me, Result } from '@puente/contract'
import { after, listed, verifiedMinsu } from './people.ts'
import type { Scene, Screen } from './scene.ts'

type Kyc = Me['KYC']
const fresh = verifiedMinsu.KYC
const inReview: Kyc = {
  ...fresh,
  selfieIdStatus: 'inReview',
  selfieStatus: 'inReview',
  fullNameBirth: true,
  selfieId: true,
  selfie: true,
}
const denied: Kyc = { ...inReview, selfieIdStatus: 'Denied', selfieStatus: 'Approved' }

const report = (kyc: Kyc, change: Partial<Result<'kycStatus'>> = {}): Result<'kycStatus'> => ({
  ...kyc,
  reasons: [],
  missing: [],
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

const as = (kyc: Kyc, change: Partial<Result<'kycStatus'>> = {}): Scene => ({
  me: { ...verifiedMinsu, KYC: kyc },
  answers: { kycStatus: report(kyc, change), listTransactions: listed },
})
const unstarted = as(fresh, { missing: ['nameBirth', 'selfieId', 'selfie'] })
const again = as(denied, { reasons: [{ type: 'selfieId', code: 'blurry' }], missing: ['selfieId'], triesLeft: 2 })

const tier1: Kyc = { ...inReview, selfieIdStatus: 'Approved', selfieStatus: 'Approved', tier: 1 }
const proofWanted = as(tier1, { missing: ['invoice'] })
const proofDenied = as(
  { ...tier1, invoiceStatus: 'Denied' },
  { reasons: [{ type: 'invoice', code: 'expired' }], missing: ['invoice'], triesLeft: 2, canAppeal: true },
)
const videoAsked = as({ ...tier1, invoiceStatus: 'inReview', videoStatus: 'requested' }, { missing: ['video'] })

export const kycScreens: readonly Screen[] = [
  {
    name: 'kyc',
    address: '/kyc',
    states: {
      loading: { ...unstarted, holds: ['kycStatus', 'limits'] },
      refused: again,
      filled: unstarted,
    },
  },
  {
    name: 'kyc-document',
    address: '/kyc/Tier1',
    states: {
      loading: { ...unstarted, holds: ['kycStatus'] },
      empty: unstarted,
      refused: again,
    },
  },
  {
    name: 'kyc-selfie',
    address: '/kyc/Tier1',
    states: {
      empty: as({ ...fresh, selfieIdStatus: 'requested', selfieId: true }, { missing: ['nameBirth', 'selfie'] }),
    },
  },
  {
    name: 'kyc-details',
    address: '/kyc/Tier1',
    states: {
      empty: as(
        { ...fresh, selfieIdStatus: 'requested', selfieStatus: 'requested', selfieId: true, selfie: true },
        { missing: ['nameBirth'] },
      ),
    },
  },
  {
    name: 'kyc-success',
    address: '/kyc/success',
    states: { filled: as(inReview, { submittedAt: after(-0.1), expectedBy: after(72) }) },
  },
  {
    name: 'kyc-tier2',
    address: '/kyc/tier2',
    states: {
      loading: { ...proofWanted, holds: ['kycStatus'] },
      empty: proofWanted,
      refused: proofDenied,
      filled: videoAsked,
    },
  },
]
