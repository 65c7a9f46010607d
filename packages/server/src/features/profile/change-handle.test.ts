import { expect, test } from 'vitest'
import { aUser, signedIn } from '#test/factories.ts'
import { appOfFile } from '#test/suite.ts'

const app = appOfFile()

const aPerson = async (options: Parameters<typeof aUser>[1] = { tier: 1 }) => {
  const user = await aUser(app.services, options)
  const { authorization } = await signedIn(app.services, user)
  return { ...user, bearer: authorization.slice('Bearer '.length) }
}
type Person = Awaited<ReturnType<typeof aPerson>>

const choose = ({ bearer }: Person, publicTransactionId: string) =>
  app.call('changeHandle', { publicTransactionId }, { bearer })
const find = ({ bearer }: Person, publicTransactionId: string) =>
  app.call('publicProfile', { publicTransactionId }, { bearer })
const me = async ({ bearer }: Person) => (await app.call('me', undefined, { bearer })).data

test('a username is chosen once, and people find its owner by it from then on', async () => {
  const [ana, ben] = [await aPerson(), await aPerson()]
  expect((await me(ana)).changesLeft.username).toBe(1)
  expect((await choose(ana, ' Ana.Del-Sur ')).data).toEqual({ publicTransactionId: 'ana.del-sur' })
  expect(await me(ana)).toMatchObject({ publicTransactionId: 'ana.del-sur', changesLeft: { username: 0 } })
  expect((await find(ben, 'ANA.del-sur')).data).toMatchObject({ fullName: ana.fullName, business: false, image: null })
  expect(await find(ben, ana.handle)).toMatchObject({ status: 404, code: 'userNotFound' })
  expect((await choose(ana, 'ana.del-sur')).status).toBe(200)
  expect(await choose(ana, 'ana.del-norte')).toMatchObject({
    status: 422,
    code: 'fullNameChangesExceeded',
    details: { reason: 'username' },
  })
})

test('a username that somebody has, or has had, is taken', async () => {
  const [ana, ben, eva] = [await aPerson(), await aPerson(), await aPerson()]
  await choose(ana, 'isla.verde')
  for (const handle of ['isla.verde', ana.handle])
    expect(await choose(ben, handle)).toMatchObject({ code: 'invalidName', details: { reason: 'taken' } })
  const both = await Promise.all([choose(ben, 'punta.norte'), choose(eva, 'punta.norte')])
  expect(both.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 400])
})

test.each([
  ['ana', 'username'],
  ['a'.repeat(31), 'username'],
  ['1ana', 'username'],
  ['ana..sur', 'username'],
  ['ana-', 'username'],
  ['ana sur', 'username'],
  ['김민수', 'username'],
  ['puente.pagos', 'reserved'],
  ['soporte', 'reserved'],
  ['support-team', 'reserved'],
])('EC-22 the username %s is refused: %s', async (handle, reason) => {
  expect(await choose(await aPerson(), handle)).toMatchObject({
    status: 400,
    code: 'invalidName',
    details: { field: 'publicTransactionId', reason },
  })
})

test('a free username is suggested from the name, in plain letters', async () => {
  const minsu = await aPerson({ tier: 0, fullName: '김민수' })
  const suggested = async (person: Person) =>
    (await app.call('suggestHandle', undefined, { bearer: person.bearer })).data.publicTransactionId
  expect(await suggested(minsu)).toBe('kim.minsu')
  await choose(minsu, 'kim.minsu')
  expect(await suggested(await aPerson({ tier: 0, fullName: '김민수' }))).toBe('kim.minsu2')
  const long = await aPerson({ tier: 0, fullName: 'Maximiliana Guadalupe Fernandez' })
  expect(await suggested(long)).toBe('maximiliana.guadalupe')
})

test('RD-05 a person is looked up by their exact username, and shown with public facts alone', async () => {
  const [ana, ben] = [await aPerson(), await aPerson({ tier: 1, fullName: 'Ben Lee' })]
  const { status, data } = await find(ana, ben.handle)
  expect(status).toBe(200)
  expect(data).toEqual({ publicTransactionId: ben.handle, fullName: 'Ben Lee', business: false, image: null })
  for (const other of [ben.handle.slice(0, -1), `${ben.handle}0`, ben.userId, ben.email, 'Ben Lee', 'nobody.here-0000'])
    expect(await find(ana, other), other).toMatchObject({ status: 404, code: 'userNotFound' })
})

test('only a person with both contacts verified looks others up, and who cannot receive is not there', async () => {
  const [ana, fresh] = [await aPerson(), await aPerson({ tier: -1, emailVerified: true })]
  expect(await find(fresh, ana.handle)).toMatchObject({ status: 403, code: 'kycRequired' })
  expect(await find(ana, fresh.handle)).toMatchObject({ status: 404, code: 'userNotFound' })
  expect(await find(ana, 'nobody.here-0000')).toMatchObject({ status: 404, code: 'userNotFound' })
  expect((await find(ana, ana.handle)).data.publicTransactionId).toBe(ana.handle)
})
