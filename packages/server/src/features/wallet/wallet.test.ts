import { expect, test } from 'vitest'
import { aUser, signedIn, withBalance } from '#test/factories.ts'
import { appOfFile } from '#test/suite.ts'
import { newId } from '#platform/ids.ts'

const app = appOfFile()

test('EU-14 P-02, API-11: the wallet is one dollar balance without what is held, zero for a new user', async () => {
  const ana = await aUser(app.services, { tier: 1 })
  const wallet = async () => (await app.call('wallet', undefined, { headers: await signedIn(app.services, ana) })).data
  expect(await wallet()).toEqual({ USD: 0, held: { USD: 0 } })
  await withBalance(app.services, ana, 5_00)
  expect(await wallet()).toEqual({ USD: 5_00, held: { USD: 0 } })
  const transferId = newId()
  await app.services.ledger.post({
    ownerId: ana.id,
    key: `hold-${transferId}`,
    requestHash: transferId,
    kind: 'test.hold',
    transferId,
    holds: [
      { op: 'place', ownerId: ana.id, holdId: transferId, account: 'wallet', amountCents: 2_00n, purpose: 'test' },
    ],
  })
  expect(await wallet()).toEqual({ USD: 3_00, held: { USD: 2_00 } })
  const me = await app.call('me', undefined, { headers: await signedIn(app.services, ana) })
  expect(me.data).toMatchObject({ wallet: { USD: 3_00 }, held: { USD: 2_00 } })
})
