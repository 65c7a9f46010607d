/** What a bank hands to us beside returns: read strictly, and refused as a whole when it does not add up. And its folders. */
import { mkdtemp, readdir, rm, writeFile as writeText } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { createFolders } from './folders.ts'
import { NachaRefused } from './layout.ts'
import { readAcknowledgement } from './read-acknowledgement.ts'
import { readFile } from './read-file.ts'
import { readStatement } from './read-statement.ts'
import { writeFile } from './write-file.ts'

const ACCOUNT = '4000123456'
const statement = `01,091000019,1234567890,261124,0830,1,,,2/
02,1234567890,091000019,1,261124,0830,USD,2/
03,${ACCOUNT},USD,045,900000,,,060,1000000,,/
16,466,30000,Z,B0000001,P261123A,ACH/
16,195,50,Z,B0000002,WIRE
88,FROM OURSELVES/
16,257,10000,,B0000003,091000010000001/
49,1940050,6/
98,1940050,1,8/
99,1940050,1,10/
`

test('a statement says what can be spent, at which moment of New York, which files were paid and what came back', () => {
  expect(readStatement(statement, ACCOUNT)).toEqual({
    at: new Date('2026-11-24T13:30:00Z'),
    availableCents: 1_000_000n,
    settled: [{ cents: 30_000n, bankReference: 'B0000001', ourReference: 'P261123A' }],
    returned: [{ cents: 10_000n, bankReference: 'B0000003', ourReference: '091000010000001' }],
  })
})

test.each([
  ['of another account', statement.replace(ACCOUNT, '4000123457')],
  ['with another amount than its trailers count', statement.replace('466,30000', '466,30001')],
  ['with a line too few', statement.replace('16,257,10000,,B0000003,091000010000001/\n', '')],
  ['cut short', statement.slice(0, -20)],
  ['with funds that we cannot read', statement.replace(',Z,B0000001', ',S,B0000001')],
  ['without what can be spent', statement.replace('045,', '010,').replace('060,', '015,')],
  ['with letters for an amount', statement.replace('466,30000', '466,30O00')],
])('a statement %s is refused', (_, text) => {
  expect(text).not.toBe(statement)
  expect(() => readStatement(text, ACCOUNT)).toThrow(NachaRefused)
})

test('an acknowledgement is read line by line, and refused unless all of its lines are there and known', () => {
  const text = 'ACK,P261123A,ACCEPTED,2,30000,0005200002\nENTRY,091000010000001,REJECTED,NO SUCH BANK\nEND,2\n'
  expect(readAcknowledgement(text)).toEqual([
    { of: 'file', reference: 'P261123A', accepted: true, entries: 2, creditCents: 30_000n, hash: '0005200002' },
    { of: 'entry', trace: '091000010000001', reason: 'NO SUCH BANK' },
  ])
  for (const wrong of [text.replace('END,2\n', ''), text.replace('ACCEPTED', 'MAYBE'), text.replace('END,2', 'END,3')])
    expect(() => readAcknowledgement(wrong)).toThrow(NachaRefused)
})

test('a balanced file takes from our own account in each batch what it gives to others', () => {
  const entry = {
    funding: 'checking',
    routingNumber: '021000021',
    accountNumber: '123456789',
    individualId: 'A',
  } as const
  const { batches, sums } = readFile(
    writeFile({
      from: {
        odfiRouting: '091000019',
        originId: '1234567890',
        companyId: '1234567890',
        companyName: 'PUENTE',
        offset: { accountNumber: ACCOUNT, traces: { PPD: '091000010000008', CCD: '091000010000009' } },
      },
      madeOn: { day: '2026-11-20', time: '16:05' },
      effectiveDay: '2026-11-23',
      modifier: 'A',
      reference: 'P261120A',
      entries: [
        { ...entry, trace: '091000010000001', sec: 'PPD', amountCents: 100_00n, name: 'ANA REY' },
        { ...entry, trace: '091000010000002', sec: 'CCD', amountCents: 50_00n, name: 'ANA LLC' },
      ],
    }),
  )
  expect(sums).toMatchObject({ debitCents: 150_00n, creditCents: 150_00n, count: 4 })
  expect(batches.map(({ header, entries }) => [header['serviceClass'], entries.at(-1)?.values])).toMatchObject([
    ['200', { code: '27', account: ACCOUNT, amount: '0000010000', routing: '091000019' }],
    ['200', { code: '27', account: ACCOUNT, amount: '0000005000', routing: '091000019' }],
  ])
})

test('over folders a file appears as a whole, and once taken away by the bank never again', async () => {
  const [out, into] = [await mkdtemp(join(tmpdir(), 'puente-out-')), await mkdtemp(join(tmpdir(), 'puente-in-'))]
  onTestFinished(async () => {
    for (const folder of [out, into]) await rm(folder, { recursive: true })
  })
  const seen = async () => (await readdir(out)).filter((name) => !name.startsWith('.'))
  const folders = createFolders({ out, into })
  await folders.stage('P261123A.ach', 'one')
  await folders.stage('P261123A.ach', 'whole')
  expect(await seen()).toEqual([])
  await folders.handOver('P261123A.ach', 'whole')
  expect(await seen()).toEqual(['P261123A.ach'])
  await rm(join(out, 'P261123A.ach'))
  await folders.handOver('P261123A.ach', 'whole')
  expect(await seen()).toEqual([])
  for (const name of ['b.ach', 'a.txt', 'c.part', '.d']) await writeText(join(into, name), name)
  expect(await folders.list()).toEqual(['a.txt', 'b.ach'])
  expect(await folders.read('a.txt')).toBe('a.txt')
  await folders.remove('a.txt')
  expect(await folders.list()).toEqual(['b.ach'])
  await rm(join(out, '.staged'), { recursive: true })
  await expect(folders.handOver('P261124A.ach', 'x')).rejects.toThrow('a folder of the bank cannot be used')
})
