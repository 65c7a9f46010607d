import { expect, test } from 'vitest'
import { createLog } from './log.ts'

const record = () => {
  const lines: Record<string, unknown>[] = []
  const log = createLog({ level: 'info', write: (line) => lines.push(JSON.parse(line) as Record<string, unknown>) })
  return { lines, log }
}

test('only fields of the list are written, whatever else is passed along', () => {
  const { lines, log } = record()
  log.info(
    { task: 'mail.send', password: 'hunter2', headers: { authorization: 'Bearer x' }, body: { a: 1 }, count: 3n },
    'done',
  )
  expect(lines[0]).toMatchObject({ level: 'info', task: 'mail.send', count: '3', msg: 'done' })
  expect(JSON.stringify(lines)).not.toMatch(/hunter2|Bearer|body|headers/)
})

test('children keep the rule', () => {
  const { lines, log } = record()
  log.child({ requestId: 'r1', cookie: 'secret' }).warn({ token: 'secret', code: 'invalidTo' }, 'refused')
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
  log.error(Object.assign(new Error('plain'), { detail: 'Key (email)=(a@b.test) already exists' }))
  expect(lines[0]).toMatchObject({ err: { message: 'plain' } })
  expect(JSON.stringify(lines)).not.toContain('a@b.test')
})
