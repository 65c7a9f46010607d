import { expect, test } from 'vitest'
import { createLedger } from '@puente/ledger'
import { createPool } from './db/pool.ts'
import { newId } from './ids.ts'
import { createLog, fastifyLog } from './log.ts'

/** Any object, as code that is not ours logs it. */
const asFastify = (fields: object) => fields as { useTheLogOfServices: never }

const record = () => {
  const lines: Record<string, unknown>[] = []
  const log = createLog({ level: 'info', write: (line) => lines.push(JSON.parse(line) as Record<string, unknown>) })
  return { lines, log }
}

test('[V16.2.4] [V16.2.5] only fields of the list are written, whatever else is passed along', () => {
  const { lines, log } = record()
  fastifyLog(log).info(
    asFastify({
      task: 'mail.send',
      password: 'hunter2',
      headers: { authorization: 'Bearer x' },
      body: { a: 1 },
      count: 3n,
    }),
    'done',
  )
  expect(lines[0]).toMatchObject({ level: 'info', task: 'mail.send', count: '3', msg: 'done' })
  expect(JSON.stringify(lines)).not.toMatch(/hunter2|Bearer|headers/)
})

test('children keep the rule', () => {
  const { lines, log } = record()
  const child = fastifyLog(log).child({ requestId: 'r1', cookie: 'secret' })
  child.warn(asFastify({ token: 'secret', code: 'invalidTo' }), 'refused')
  expect(lines[0]).toMatchObject({ requestId: 'r1', code: 'invalidTo', level: 'warn' })
  expect(JSON.stringify(lines)).not.toContain('secret')
})

test('an error keeps its type, code and cause, and loses what drivers hang on it and passwords in addresses', () => {
  const { lines, log } = record()
  const cause = Object.assign(new Error('connect postgresql://app:sesame@host/db failed'), {
    code: 'ECONNREFUSED',
    parameters: ['sesame'],
  })
  log.error({ err: new TypeError('outer', { cause }) }, 'broken')
  expect(lines[0]).toMatchObject({ err: { type: 'TypeError', message: 'outer', cause: { code: 'ECONNREFUSED' } } })
  expect(JSON.stringify(lines)).not.toContain('sesame')
})

test('an error alone is written by the same rule', () => {
  const { lines, log } = record()
  const error = Object.assign(new Error('plain'), { detail: 'Key (email)=(a@b.test) already exists' })
  fastifyLog(log).error(asFastify(error))
  expect(lines[0]).toMatchObject({ err: { message: 'plain' } })
  expect(JSON.stringify(lines)).not.toContain('a@b.test')
})

test("a field that is not listed does not compile, written out or in a variable, and neither does a request's own logger", () => {
  const { lines, log } = record()
  // @ts-expect-error not listed
  log.warn({ password: 'hunter2' }, 'literal')
  const fields = { task: 'mail.send', password: 'hunter2' }
  // @ts-expect-error not listed
  log.warn(fields, 'variable')
  // @ts-expect-error an object is no field: its contents would not be looked at
  log.warn({ reason: { password: 'hunter2' } }, 'object')
  // @ts-expect-error takes no objects at all
  fastifyLog(log).warn({ task: 'mail.send' }, "Fastify's own")
  expect(lines).toHaveLength(4)
  expect(JSON.stringify(lines)).not.toContain('hunter2')
})

test('an error of several keeps each of them', () => {
  const { lines, log } = record()
  log.warn({ err: new AggregateError([new Error('first way'), new Error('second way')]) }, 'unreachable')
  expect(lines[0]).toMatchObject({ err: { errors: [{ message: 'first way' }, { message: 'second way' }] } })
})

test('what the ledger says of a batch that failed reaches the log whole', async () => {
  const { lines, log } = record()
  const pool = createPool({ url: 'postgresql://nobody@127.0.0.1:1/none', log, max: 1 })
  const ledger = createLedger({ pool, log })
  const command = { ownerId: newId(), key: newId(), requestHash: 'x', kind: 'test', transferId: newId() }
  await expect(ledger.post(command)).rejects.toThrow('cannot post')
  expect(lines[0]).toMatchObject({ msg: 'a batch runs again', failure: 'transient', tries: 1, size: 1 })
  expect(lines.at(-1)).toMatchObject({
    msg: 'a batch could not be posted',
    failure: 'transient',
    isDoubtful: false,
    commands: [expect.stringMatching(/^[0-9a-f]{16}$/)],
    err: { code: 'ECONNREFUSED' },
  })
  await ledger.close()
  await pool.end()
})

test('[V16.4.1] what people type stays within its own line of the log', () => {
  const lines: string[] = []
  const log = createLog({ level: 'info', write: (line) => lines.push(line) })
  for (const text of [
    'a\r\n{"level":"info","msg":"forged"}',
    '\u001b[2K\u001b[1A erased',
    '\u2028next',
    '\u202Eturned',
  ])
    log.info({ reason: text, err: new Error(text) }, 'refused')
  expect(lines).toHaveLength(4)
  for (const line of lines) {
    for (const sign of ['\r', '\n', '\u001b']) expect(line.trimEnd()).not.toContain(sign)
    expect(JSON.parse(line)).toMatchObject({ msg: 'refused' })
  }
})
