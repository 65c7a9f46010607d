/** The people of the pictures: names as long as names are, amounts with every digit, half a year of movements. */
import type { FrequentContact, Me, MovementType, Result, Transaction } from '@puente/contract'

/** The moment all pictures are taken at: a Friday afternoon in New York. */
export const NOW = new Date('2026-11-20T21:24:00Z')
const HOUR_MS = 3_600_000
export const before = (hours: number): string => new Date(NOW.getTime() - hours * HOUR_MS).toISOString()
export const after = (hours: number): string => before(-hours)

const hex = (place: number): string => place.toString(16).padStart(32, '0')
const MARIA = `usr_${hex(1)}` as const

export const maria: Me = {
  userID: MARIA,
  email: 'maria.fernanda.rodriguez@correo.example',
  emailVerified: true,
  emailReturned: false,
  textsStopped: false,
  userName: 'maria.rodriguez-7f3k',
  fullName: 'María Fernanda de los Ángeles Rodríguez-Villaseñor',
  publicTransactionId: 'maria.rodriguez-7f3k',
  phone: '+13055550134',
  phoneVerified: true,
  address: { line1: '1420 Brickell Bay Drive', line2: 'Apt 1204', city: 'Miami', state: 'FL', zipCode: '33131' },
  birthday: '1988-03-31',
  nationality: 'MX',
  imgUrl: null,
  lang: 'en-US',
  business: false,
  businessProfile: null,
  termsAccepted: true,
  tCAccepted: true,
  wallet: { USD: 1_234_567 },
  held: { USD: 25_000 },
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
    selfieIdStatus: 'Approved',
    selfieStatus: 'Approved',
    invoiceStatus: 'neverRequested',
    videoStatus: 'neverRequested',
    tier: 1,
    fullNameBirth: true,
    selfieId: true,
    selfie: true,
  },
  status: 'open',
  lastEventId: 0,
}

const noKyc: Me['KYC'] = {
  ...maria.KYC,
  selfieIdStatus: 'neverRequested',
  selfieStatus: 'neverRequested',
  tier: -1,
  fullNameBirth: false,
  selfieId: false,
  selfie: false,
}

/** A person who has just signed up and verified nothing. */
export const minsu: Me = {
  ...maria,
  email: 'minsu.kim@example.com',
  emailVerified: false,
  userName: 'minsu.kim-4d2a',
  fullName: '김민수',
  publicTransactionId: 'minsu.kim-4d2a',
  phone: null,
  phoneVerified: false,
  address: null,
  birthday: null,
  nationality: null,
  wallet: { USD: 0 },
  held: { USD: 0 },
  KYC: noKyc,
}

/** The same person with both contacts verified, before the identity check. */
export const verifiedMinsu: Me = {
  ...minsu,
  emailVerified: true,
  phone: '+12135550188',
  phoneVerified: true,
  KYC: { ...noKyc, tier: 0 },
}

const others = {
  minsu: ['김민수', 'minsu.kim-4d2a', false],
  abuela: ['Guadalupe Villaseñor viuda de Rodríguez', 'lupita.villasenor-91xc', false],
  james: ['James Okafor', 'james.okafor-2p8m', false],
  taller: ['Taller Mecánico Hermanos Domínguez e Hijos, S. de R.L.', 'taller.dominguez-55rt', true],
  jiyoung: ['박지영', 'jiyoung.park-k3w9', false],
  sofia: ['Sofía Núñez', 'sofia.nunez-7hq1', false],
} as const
type Other = keyof typeof others

type Line = {
  /** Hours before now. */
  at: number
  type: MovementType
  cents: number
  who?: Other
  note?: string
  more?: Partial<Transaction>
}

const step = (name: string, at: string) => ({ step: name, at })

/** The last days in detail; what is older repeats itself, as months do. */
const recent: Line[] = [
  {
    at: 1.2,
    type: 'deposit',
    cents: 50_000,
    more: {
      method: 'card',
      state: 'PENDING',
      timeline: [step('pending', before(1.2))],
      expected: { from: '2026-11-20', to: '2026-11-21' },
    },
  },
  {
    at: 3.4,
    type: 'received',
    cents: 1_234_567,
    who: 'taller',
    note: 'Anticipo del contrato de mantenimiento 2026-2027',
  },
  {
    at: 5.1,
    type: 'sent',
    cents: 25_000,
    who: 'abuela',
    note: 'Para la medicina y lo que falte de la semana',
    more: {
      state: 'ON HOLD',
      holdReason: 'recipientKycRequired',
      timeline: [step('pending', before(5.1)), step('onHold', before(5.1))],
    },
  },
  { at: 7.9, type: 'sent', cents: 1_850, who: 'jiyoung', note: '점심값 고마워요!' },
  { at: 26, type: 'sent', cents: 4_275, who: 'sofia', note: 'Concert ticket' },
  { at: 29, type: 'received', cents: 12_000, who: 'james' },
  {
    at: 52,
    type: 'sent',
    cents: 9_900,
    who: 'james',
    more: {
      state: 'CANCELLED',
      cancelReason: 'cancelledByUser',
      timeline: [step('pending', before(52)), step('cancelled', before(51.5))],
    },
  },
  { at: 55, type: 'deposit', cents: 30_000, more: { method: 'card', fee: 932 } },
  { at: 98, type: 'refund', cents: 4_275 },
]

const monthly: Line[] = Array.from({ length: 24 }, (_, place): Line[] => {
  const at = 120 + place * 168
  return [
    { at, type: 'received', cents: 62_000 + place * 137, who: 'james', note: 'Weekly pay' },
    { at: at + 22, type: 'sent', cents: 15_000, who: 'abuela' },
    { at: at + 49, type: 'sent', cents: 2_150 + place * 61, who: place % 2 ? 'jiyoung' : 'minsu' },
    ...(place % 3 === 0 ? [{ at: at + 80, type: 'deposit', cents: 20_000, more: { method: 'card' } } as const] : []),
  ]
}).flat()

const rowOf = ({ at, type, cents, who, note = '', more }: Line, place: number): Transaction => {
  const [fullName, email, business] = who ? others[who] : [null, null, false]
  const other = who ? `usr_${hex(100 + Object.keys(others).indexOf(who))}` : null
  const isSent = type === 'sent'
  return {
    id: `txn_${hex(1000 + place)}`,
    type,
    state: 'COMPLETED',
    method: 'wallet',
    from: isSent ? MARIA : other,
    to: isSent ? other : MARIA,
    involves: [MARIA, ...(other ? [other] : [])],
    date: before(at),
    paymentDate: before(at),
    amount: cents,
    currency: 'USD',
    fee: 0,
    puenteFee: 0,
    note,
    privateNote: null,
    reference: `PU-${(734_501 - place * 37).toString(36).toUpperCase()}`,
    fromName: isSent ? maria.fullName : fullName,
    toName: isSent ? fullName : maria.fullName,
    fullName,
    email,
    image: null,
    business,
    blocked: false,
    balance: null,
    cancellable: false,
    holdReason: null,
    cancelReason: null,
    expected: null,
    timeline: [step('pending', before(at)), step('completed', before(at))],
    linkedId: null,
    sendSessionId: null,
    version: 1,
    ...more,
  }
}

/** Every completed row gets the balance it left behind, back from today's. */
const withBalances = (rows: Transaction[]): Transaction[] => {
  let balance: number = maria.wallet.USD
  return rows.map((row) => {
    if (row.state !== 'COMPLETED') return row
    const after = balance
    balance += row.from === MARIA ? row.amount : -row.amount
    return { ...row, balance: Math.max(after, 0) }
  })
}

export const movements: Transaction[] = withBalances([...recent, ...monthly].map(rowOf))

/** The row a picture is of: the first of a state. */
export const movementIn = (state: Transaction['state']): Transaction => {
  const row = movements.find((one) => one.state === state && one.fullName !== null)
  if (!row) throw new Error(`no movement with a name is ${state}`)
  return row
}

type ListAsked = { limit?: number; last?: string | null; type?: MovementType | 'all' | MovementType[]; search?: string }

/** Answers the list as the server would: filtered by type, a page at a time. */
export const listed = (sent: unknown): Result<'listTransactions'> => {
  const { limit = 20, last, type = 'all', search } = sent as ListAsked
  const types = typeof type === 'string' ? [type] : type
  const fitting = movements.filter(
    (row) => types.some((one) => one === 'all' || one === row.type) && search === undefined,
  )
  const from = last ? Number(last) : 0
  const to = from + limit
  const end = to >= fitting.length
  return { items: fitting.slice(from, to), last: end ? null : String(to), end } as Result<'listTransactions'>
}

export const nothingListed: Result<'listTransactions'> = { items: [], last: null, end: true }

export const frequents: FrequentContact[] = Object.values(others).map(([fullName, handle, business], place) => ({
  id: `usr_${hex(100 + place)}`,
  publicTransactionId: handle,
  fullName,
  image: null,
  business,
  emailVerified: true,
  phoneVerified: true,
  lastTransactionDate: before(5 + place * 30),
  numberOfTransactions: 40 - place * 6,
  missingKYC: place === 1,
}))
