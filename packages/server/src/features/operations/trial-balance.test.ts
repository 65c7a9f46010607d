import { newId } from '#platform/ids.ts'
import { expect, test } from 'vitest'
import { aVerifiedUser, signedIn, withBalance } from '#test/factories.ts'
import { appOfFile } from '#test/suite.ts'
import { readTrialBalance } from './index.ts'

const app = appOfFile()

test('the trial balance has every account with all its stripes, sums to zero, and knows nothing of what came later', async () => {
  const [ana, ben] = [await aVerifiedUser(app.services), await aVerifiedUser(app.services)]
  await withBalance(app.services, ana, 80_00)
  await withBalance(app.services, ben, 20_00)
  const headers = await signedIn(app.services, ana)
  const sent = { toUser: ben.userId, amount: 30_00, currency: 'USD' as const }
  expect(await app.call('sendInApp', sent, { key: newId(), headers })).toMatchObject({ status: 200 })
  app.clock.advance(1_000)
  const cutOff = app.clock.now()
  app.clock.advance(1_000)
  await withBalance(app.services, ana, 5_00)

  const { lines, sumCents } = await readTrialBalance(app.services.db.pool, cutOff)
  expect(sumCents).toBe(0n)
  expect(lines.find(({ account }) => account === 'wallet')).toEqual({
    account: 'wallet',
    owners: 2,
    balanceCents: 100_00n,
    heldCents: 0n,
  })
  const others = lines.filter(({ account }) => account !== 'wallet')
  expect(others.reduce((sum, { balanceCents }) => sum + balanceCents, 0n)).toBe(-100_00n)
  const later = await readTrialBalance(app.services.db.pool, new Date(app.clock.now().getTime() + 1_000))
  expect(later.lines.find(({ account }) => account === 'wallet')?.balanceCents).toBe(105_00n)
  expect(later.sumCents).toBe(0n)
})
