/** What the people of the demo world do with their money, day by day. Nothing here looks at balances or limits. */
import { FIRST, memberOf } from './cast.ts'
import type { Role } from './cast.ts'
import type { Dice } from './dice.ts'
import { AT_THE_BAKERY, BIRTHDAY, RENT, SHARED_COSTS } from './notes.ts'

/**
 * A person wants to pay another one, or to add money by card. A `must` is paid for by a top-up when the money is short.
 */
export type Wish =
  | { at: Date; from: Role; to: Role; cents: number; note: string; purpose: 'personal' | 'goods'; must: boolean }
  | { at: Date; topUp: Role; cents: number; isGivenUp?: boolean }

/** A calendar day in Los Angeles. */
export type Day = {
  /** How many days before the last one. */
  ago: number
  /** `2026-06-01` */
  iso: string
  dayOfMonth: number
  /** 0 is Sunday. */
  weekday: number
  at: (hour: number, minute: number, second: number) => Date
}

const PAYDAYS = [1, 15]
const MONDAY = 1
const SATURDAY = 6
const isPayday = ({ dayOfMonth }: Day): boolean => PAYDAYS.includes(dayOfMonth)

const monthName = (role: Role, day: Day): string =>
  new Intl.DateTimeFormat(memberOf(role).lang, { month: 'long', timeZone: 'UTC' }).format(
    new Date(`${day.iso}T12:00:00Z`),
  )

type Habit = (day: Day, dice: Dice) => Wish[]

const pay = (at: Date, from: Role, to: Role, dollars: number, note: string): Extract<Wish, { from: Role }> => ({
  at,
  from,
  to,
  cents: Math.round(dollars * 100),
  note,
  purpose: 'personal',
  must: true,
})

const paydays: Habit = (day, { between }) => {
  if (!isPayday(day)) return []
  const at = (hour: number) => day.at(hour, between(0, 50), between(0, 59))
  const half = day.dayOfMonth === 1 ? 'second half' : 'first half'
  return [
    { at: at(6), topUp: 'maria', cents: 240_00 },
    { at: at(6), topUp: 'grace', cents: 110_00 },
    pay(at(7), 'bakery', 'minsu', 890, `Wages, ${half}`),
    pay(at(7), 'bakery', 'grace', 560, `Bookkeeping, ${half}`),
    pay(at(7), 'bakery', 'maria', 190, 'Labels and menu boards'),
  ]
}

const rent: Habit = (day, { between }) => {
  if (day.dayOfMonth !== 1) return []
  const tenants = { maria: 850, minsu: 780, grace: 900, seoyeon: 820 } as const
  return (Object.keys(tenants) as (keyof typeof tenants)[]).map((role) =>
    pay(
      day.at(8, between(2, 55), between(0, 59)),
      role,
      'carlos',
      tenants[role],
      RENT[memberOf(role).lang](monthName(role, day)),
    ),
  )
}

const business: Habit = (day, { between }) => {
  const at = (hour: number) => day.at(hour, between(0, 55), between(0, 59))
  const wishes: Wish[] = []
  if (day.weekday === MONDAY) wishes.push({ at: at(6), topUp: 'bakery', cents: between(780, 960) * 100 })
  if (day.weekday === SATURDAY)
    wishes.push(pay(at(9), 'carlos', 'bakery', between(70, 110), 'Desayuno para la cuadrilla'))
  if (day.dayOfMonth === 5) {
    wishes.push(pay(at(10), 'carlos', 'seoyeon', 640, 'Contabilidad del mes'))
    wishes.push(pay(at(11), 'carlos', 'grace', 240, 'Facturas y archivo'))
    wishes.push(pay(at(12), 'bakery', 'seoyeon', 420, 'Tax advice'))
  }
  if (day.dayOfMonth === 10) {
    wishes.push(pay(at(17), 'grace', 'minsu', 140, 'Guitar lessons'))
    wishes.push(pay(at(18), 'maria', 'seoyeon', 160, 'Impuestos'))
    wishes.push(pay(at(19), 'minsu', 'maria', 75, '스페인어 수업'))
  }
  if (day.dayOfMonth === 20) {
    wishes.push(pay(at(10), 'carlos', 'maria', 520, 'Diseño de folletos'))
    wishes.push(pay(at(11), 'seoyeon', 'maria', 180, '홈페이지 디자인'))
    wishes.push(pay(at(18), 'minsu', 'seoyeon', 450, '이번 달 생활비'))
  }
  return wishes
}

const REGULARS = ['maria', 'minsu', 'grace', 'seoyeon', 'carlos'] as const

const coffee: Habit = (day, { chance, between, pick }) =>
  REGULARS.filter(() => chance(0.15)).map((from) => ({
    at: day.at(between(7, 16), between(0, 59), between(0, 59)),
    from,
    to: 'bakery',
    cents: between(17, 76) * 25,
    note: pick(AT_THE_BAKERY[memberOf(from).lang]),
    purpose: 'goods',
    must: false,
  }))

const FRIENDS = ['maria', 'minsu', 'grace', 'seoyeon'] as const

const sharedCosts: Habit = (day, { chance, between, pick }) => {
  if (!chance(0.36)) return []
  const from = pick(FRIENDS)
  const to = pick(FRIENDS.filter((role) => role !== from))
  const note = pick(SHARED_COSTS[memberOf(from).lang])
  const at = day.at(between(18, 21), between(0, 59), between(0, 59))
  return [{ at, from, to, cents: between(900, 5_200), note, purpose: 'personal', must: false }]
}

const birthdays: Habit = (day, { between }) =>
  [...FRIENDS, 'carlos' as const]
    .filter((role) => memberOf(role).birthday?.slice(5) === day.iso.slice(5))
    .flatMap((to) =>
      FRIENDS.filter((from) => from !== to).map((from) => ({
        at: day.at(between(8, 20), between(0, 59), between(0, 59)),
        from,
        to,
        cents: between(4, 10) * 500,
        note: BIRTHDAY[memberOf(from).lang],
        purpose: 'personal' as const,
        must: false,
      })),
    )

/** What happens once, or only to those who have not come far. The last gift lifts a wallet over its cap. */
const singular: Habit = ({ ago, weekday, at }) => {
  const wishes: Wish[] = []
  if (weekday === SATURDAY && ago < 40 && ago > 3) {
    wishes.push(pay(at(13, 20, 8), 'maria', 'sofia', 55, 'Para la semana'))
    wishes.push(pay(at(17, 42, 31), 'grace', 'sofia', 60, 'Babysitting'))
  }
  switch (ago) {
    case 181:
      return [...wishes, { at: at(9, 12, 40), topUp: 'carlos', cents: 2_500_00 }]
    case 180:
      return [...wishes, { at: at(6, 31, 5), topUp: 'bakery', cents: 950_00 }]
    case 33:
      return [...wishes, { at: at(12, 5, 44), topUp: 'sofia', cents: 120_00 }]
    case 19:
      return [...wishes, { at: at(15, 26, 12), topUp: 'noah', cents: 150_00 }]
    case 17:
      return [...wishes, pay(at(20, 3, 57), 'grace', 'noah', 35, 'For the board game')]
    case 12:
      return [...wishes, { at: at(11, 47, 3), topUp: 'grace', cents: 200_00, isGivenUp: true }]
    case 1:
      return [
        ...wishes,
        pay(at(8, 51, 19), 'grace', 'minsu', 18.5, 'My half of the taxi'),
        pay(at(12, 33, 47), 'seoyeon', 'grace', 27, '점심 값'),
        { ...pay(at(9, 24, 36), 'maria', 'bakery', 6.75, 'Café con leche'), purpose: 'goods' },
        // Too small to count for a reward.
        { ...pay(at(11, 2, 14), 'maria', 'bakery', 4.25, 'Una galleta'), purpose: 'goods' },
        { ...pay(at(15, 40, 11), 'minsu', 'bakery', 9.5, '라테와 스콘'), purpose: 'goods' },
        pay(at(18, 9, 2), 'carlos', 'maria', 60, 'Tarjetas de presentación'),
      ]
    case 2:
      return [...wishes, pay(at(19, 14, 26), FIRST, 'sofia', 640, 'Para el depósito del apartamento')]
    default:
      return wishes
  }
}

/** All of them, in the order in which the dice are thrown. */
export const HABITS: readonly Habit[] = [paydays, rent, business, coffee, sharedCosts, birthdays, singular]
