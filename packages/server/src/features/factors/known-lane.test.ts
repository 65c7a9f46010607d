import { afterAll, beforeAll, expect, test } from 'vitest'
import { BUDGETS } from '#platform/rate-limit/throttles.ts'
import { aVerifiedUser, PASSWORD } from '#test/factories.ts'
import { type FactorWorld, factorWorld } from '#test/factors.ts'
import { anotherCode } from '#test/visitors.ts'

let world: FactorWorld
beforeAll(async () => {
  world = await factorWorld({ SECOND_FACTOR: 'always' })
})
afterAll(() => world.close())

type Person = Awaited<ReturnType<typeof aVerifiedUser>>

/** Gives the password; what asks for the second factor, and the device cookie of the browser. */
const begin = async ({ email }: Person, browser: string | null) => {
  const options = browser === null ? {} : { device: browser }
  const { data, device } = await world.call('signIn', { email, password: PASSWORD }, options)
  const shown = { device: device ?? browser ?? '' }
  const asked = await world.call('openSession', { token: data.token }, shown)
  return { challengeId: String(asked.details?.['challengeId']), ...shown }
}
const askForCode = ({ challengeId, device }: Awaited<ReturnType<typeof begin>>) =>
  world.call('stepUpOptions', { challengeId, factor: 'code' }, { device })

/** Signs in with password and SMS, in a browser that is not to be remembered. */
const enter = async (person: Person, browser: string | null = null) => {
  const begun = await begin(person, browser)
  const asked = await askForCode(begun)
  if (asked.code !== undefined) return { ...asked, device: begun.device }
  const { challengeId, device } = begun
  const { code } = await world.newestTo(person.phone ?? '')
  const wrong = await world.call('openSession', { challengeId, code: anotherCode(code) }, { device })
  if (wrong.code !== 'invalidCode') return { ...wrong, device }
  return { ...(await world.call('openSession', { challengeId, code }, { device })), device }
}

/** Somebody who has the password guesses until the day's guesses are used up, and asks for codes until none is sent. */
const guessForADay = async (person: Person) => {
  for (let n = 0; n < BUDGETS.wrongSecondFactorsADay.max; n += 1) {
    if (n % BUDGETS.wrongSecondFactors.max === 0) world.advance(16)
    const begun = await begin(person, null)
    if (n >= BUDGETS.wrongSecondFactorsADay.max - BUDGETS.codesPerHour.max) await askForCode(begun)
    await world.call('openSession', { challengeId: begun.challengeId, code: '000000' })
  }
  const begun = await begin(person, null)
  const guessed = await world.call('openSession', { challengeId: begun.challengeId, code: '000000' })
  expect([guessed.code, (await askForCode(begun)).code]).toEqual(['tooManyRequests', 'tooManyRequests'])
}

test('nobody who has the password can lock its owner out of a browser that passed a second factor before', async () => {
  const person = await aVerifiedUser(world.services)
  const { device } = await begin(person, null)
  const known = await enter(person)
  expect(known.status).toBe(200)
  await guessForADay(person)
  expect(await enter(person), 'any other browser').toMatchObject({ code: 'tooManyRequests' })
  expect(await enter(person, device), 'one that gave the password alone').toMatchObject({ code: 'tooManyRequests' })
  expect(await enter(person, known.device)).toMatchObject({ status: 200 })
  const lost = await world.call('lostDevice', {}, { bearer: await world.bearerOf(person), device: known.device })
  expect(lost.status).toBe(200)
  expect(await enter(person, known.device), 'one that was forgotten').toMatchObject({ code: 'tooManyRequests' })
})

test('the guesses of a known browser are bounded too', async () => {
  const person = await aVerifiedUser(world.services)
  const { device } = await enter(person)
  const codes: (string | undefined)[] = []
  for (let n = 0; n <= BUDGETS.wrongSecondFactors.max; n += 1) {
    const { challengeId } = await begin(person, device)
    codes.push((await world.call('openSession', { challengeId, code: '000000' }, { device })).code)
  }
  expect(codes.at(-2)).toBe('invalidCode')
  expect(codes.at(-1)).toBe('tooManyRequests')
})

/** A challenge of a session, in a browser that shows no device cookie. */
const ask = async (bearer: string, name: string) => {
  const asked = await world.call('changeEmail', { email: `${name}@example.com` }, { bearer })
  return String(asked.details?.['challengeId'])
}

test('a code that is answered right leaves the hour to the next, and counts for the day', async () => {
  const { user, bearer } = await world.join({ tier: 1 })
  const one = async (n: number) => {
    const challengeId = await ask(bearer, `next-${n}-${user.handle}`)
    const { code: refused } = await world.call('stepUpOptions', { challengeId, factor: 'code' }, { bearer })
    if (refused !== undefined) return refused
    const { code } = await world.newestTo(user.phone ?? '')
    return (await world.call('stepUpVerify', { challengeId, code }, { bearer })).code
  }
  const answers: (string | undefined)[] = []
  for (let n = 0; n <= BUDGETS.codesPerSessionADay.max; n += 1) answers.push(await one(n))
  expect(answers.slice(0, -1)).toEqual(Array.from({ length: BUDGETS.codesPerSessionADay.max }))
  expect(answers.at(-1)).toBe('tooManyRequests')
})

test('a stolen session uses up neither the codes nor the guesses of the others', async () => {
  const { user, bearer: stolen } = await world.join({ tier: 1 })
  const own = await world.bearerOf(user)
  const sent: (string | undefined)[] = []
  for (let n = 0; n < 12; n += 1) {
    const challengeId = await ask(stolen, `thief-${n}-${user.handle}`)
    sent.push((await world.call('stepUpOptions', { challengeId, factor: 'code' }, { bearer: stolen })).code)
    for (let guess = 0; guess < 2; guess += 1)
      await world.call('stepUpVerify', { challengeId, code: '000000' }, { bearer: stolen })
  }
  expect(sent.at(-1)).toBe('tooManyRequests')
  const refused = await ask(stolen, `thief-last-${user.handle}`)
  expect(await world.call('stepUpVerify', { challengeId: refused, code: '000000' }, { bearer: stolen })).toMatchObject({
    code: 'tooManyRequests',
  })
  const challengeId = await ask(own, `owner-${user.handle}`)
  expect(await world.call('stepUpOptions', { challengeId, factor: 'code' }, { bearer: own })).toMatchObject({
    status: 200,
  })
  const { code } = await world.newestTo(user.phone ?? '')
  expect(await world.call('stepUpVerify', { challengeId, code: anotherCode(code) }, { bearer: own })).toMatchObject({
    code: 'invalidCode',
  })
  expect(await world.call('stepUpVerify', { challengeId, code }, { bearer: own })).toMatchObject({ status: 200 })
})
