/** The bank that takes files, as its customer meets it: what it takes, what it refuses and why, and what it says afterwards. */
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { secrets, startWorld } from '../../test/world.ts'
import type { TestWorld } from '../../test/world.ts'

let world: TestWorld
beforeAll(async () => {
  world = await startWorld()
})
afterAll(() => world.close())
beforeEach(() => world.reset())

const NAME = 'P261120A.ach'
const LINES = [
  '101 09100001912345678902611201600A094101                       PUENTE                 P261120A',
  '5220PUENTE                              1234567890PPDWITHDRAWAL261120261123   1091000010000001',
  '622021000021000123456789     0000012345ABC123         JOSE NUNEZ              0091000010000001',
  '822000000100021000020000000000000000000123451234567890                         091000010000001',
  `9000001000001000000010002100002000000000000000000012345${' '.repeat(39)}`,
  ...Array.from({ length: 5 }, () => '9'.repeat(94)),
]
const FILE = `${LINES.join('\n')}\n`

const call = (method: string, path: string, body?: string, token = secrets.increaseApiKey) =>
  fetch(`${world.sandbox.url}/wire/nacha${path}`, {
    method,
    headers: { authorization: `Bearer ${token}`, ...(body !== undefined && { 'content-type': 'text/plain' }) },
    ...(body !== undefined && { body }),
  })
/** What the bank has for its customer, by the end of its name. */
const answers = async (kind: string): Promise<string[]> => {
  const names = (await (await call('GET', '/answers')).json()) as string[]
  const wanted = names.filter((name) => name.endsWith(kind))
  return Promise.all(wanted.map(async (name) => (await call('GET', `/answers/${name}`)).text()))
}

test('a file is taken once under its name, a repeat gets the same answer, and another one by that name is refused', async () => {
  expect((await call('PUT', `/files/${NAME}`, FILE, 'guessed')).status).toBe(401)
  expect((await call('HEAD', `/files/${NAME}`)).status).toBe(404)
  for (let time = 0; time < 2; time += 1) expect((await call('PUT', `/files/${NAME}`, FILE)).status).toBe(200)
  expect((await call('HEAD', `/files/${NAME}`)).status).toBe(200)
  expect((await call('PUT', `/files/${NAME}`, FILE.replace('JOSE', 'JUAN'))).status).toBe(409)
  expect(await answers('ack.txt')).toEqual(['ACK,P261120A,ACCEPTED,1,12345,0002100002\nEND,1\n'])
  await world.control('/clock/advance', { seconds: 2 })
  expect((await world.read('/book?provider=ach&ref=ABC123')).body).toMatchObject([{ amountCents: 12_345 }])
})

test.each([
  ['an amount that its controls do not count', FILE.replace('0000012345ABC', '0000012346ABC'), 'CREDITS DIFFER'],
  ['a routing number with a wrong check digit', FILE.replace('622021000021', '622021000022'), 'ROUTING NUMBER'],
  ['another bank', FILE.replace('101 091000019', '101 021000021'), 'ANOTHER BANK'],
  ['an origin that is no customer', FILE.replace('1234567890261120', '1234567891261120'), 'ORIGIN'],
  ['a debit of somebody', FILE.replace('\n622', '\n627'), 'DEBIT OF ANOTHER ACCOUNT'],
  ['a block that is not full', FILE.slice(0, -95), 'BLOCK'],
  ['a trace of another bank', FILE.replace('0091000010000001', '0021000010000001'), 'TRACE'],
])('%s is refused with its reason, and nothing is paid', async (_, text, why) => {
  expect(text).not.toBe(FILE)
  expect((await call('PUT', `/files/${NAME}`, text)).status).toBe(200)
  const [said = '', ...more] = await answers('ack.txt')
  expect([said.startsWith('ACK,P261120A,REJECTED,'), said.includes(why), more]).toEqual([true, true, []])
  await world.control('/clock/advance', { seconds: 10 * 86_400 })
  expect((await world.read('/book?provider=ach')).body).toEqual([])
})

test('the same entries under another name are a duplicate', async () => {
  await call('PUT', `/files/${NAME}`, FILE)
  await call('PUT', '/files/P261120B.ach', FILE.replace('1600A094', '1600B094'))
  expect((await answers('ack.txt')).at(-1)).toBe('ACK,P261120B,REJECTED,DUPLICATE TRACE\nEND,1\n')
})

test('a statement shows what a file took once all of it has settled, and a return comes in a file of its own', async () => {
  await call('PUT', `/files/${NAME}`, FILE)
  const [before = ''] = await answers('statement.bai')
  expect(before).toContain(',USD,060,1000000000,,/\n49,1000000000,2/')
  await world.control('/clock/advance', { seconds: 6 * 86_400 })
  await world.control('/ach/transfers/ABC123/return', { code: 'R03' })
  const after = (await answers('statement.bai')).at(-1) ?? ''
  expect(after).toContain('16,466,12345,Z,B0000001,P261120A,ACH/\n16,257,12345,Z,B0000002,091000010000001,ACH/')
  const [returned = ''] = await answers('returns.ach')
  const lines = returned.trimEnd().split('\n')
  expect(new Set(lines.map(({ length }) => length))).toEqual(new Set([94]))
  expect([lines.length, lines[3]?.slice(0, 21)]).toEqual([10, '799R03091000010000001'])
})
