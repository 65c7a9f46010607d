import { expect, test } from 'vitest'
import { judgeRecorded, partsOf } from './check-recorded.ts'
import type { Places } from './places.ts'

const places: Places = new Map([['movements', 'owner']])
const bad = 'select count(*) from movements'
const excuse = (name: string, text: string, rules?: ['owner missing']) => ({
  name,
  why: 'a test',
  covers: (statement: string) => statement === text,
  ...(rules ? { rules } : {}),
})

test('statements of the serving roles are judged, those of operators, migrations and the job queue are not', () => {
  const recorded = [
    ...['app', 'jobs', 'auditor', 'migrator', 'postgres'].map((role) => ({ role, text: bad })),
    { role: 'app', text: 'select * from movements where owner_id = $1' },
    { role: 'jobs', text: 'select * from graphile_worker.jobs, movements' },
  ]
  const verdict = judgeRecorded(recorded, [], places)
  expect(verdict).toEqual({
    checked: 2,
    troubles: [{ text: bad, rules: ['owner missing', 'aggregate across owners'] }],
    idle: [],
  })
})

test('an exception excuses its own statements and only from its rules, and one that excuses nothing is reported', () => {
  const recorded = [{ role: 'app', text: bad }]
  expect(judgeRecorded(recorded, [excuse('all', bad)], places)).toEqual({ checked: 1, troubles: [], idle: [] })
  expect(judgeRecorded(recorded, [excuse('some', bad, ['owner missing']), excuse('other', 'x')], places)).toEqual({
    checked: 1,
    troubles: [{ text: bad, rules: ['aggregate across owners'] }],
    idle: ['other'],
  })
})

test('what is sent to one PostgreSQL as one statement is judged part by part', () => {
  const [first, second] = ['insert into a (x) select f(x, (1)) from unnest($1::int[]) as x (x)', 'update b set y = $2']
  const whole = `with w0 as (${first}), w1 as (${second} returning 1) select 1 / ((select count(*) from w1) = $3)::int`
  expect(partsOf(whole)).toEqual([first, second])
  expect(partsOf('with wanted as (select 1) select 2')).toEqual(['with wanted as (select 1) select 2'])
  const recorded = [{ role: 'app', text: `with w0 as (${bad}) select 1` }]
  expect(judgeRecorded(recorded, [], places).troubles).toHaveLength(1)
  expect(judgeRecorded([{ role: 'app', text: `explain ${bad}` }], [], places).checked).toBe(0)
})
