import { expect, test } from 'vitest'
import { hostUrls, withLogin } from './hosts.ts'

test('a connection string with several hosts becomes one per host', () => {
  expect(hostUrls('postgres://ana:p%40ss@h1:5432,[::1]:5433,h3/puente?sslmode=require')).toEqual([
    'postgres://ana:p%40ss@h1:5432/puente?sslmode=require',
    'postgres://ana:p%40ss@[::1]:5433/puente?sslmode=require',
    'postgres://ana:p%40ss@h3/puente?sslmode=require',
  ])
  expect(hostUrls('postgresql://h1/puente')).toEqual(['postgresql://h1/puente'])
  expect(hostUrls('postgresql://ana:x@%2Ftmp%2Fone,%2Ftmp%2Ftwo/puente')).toEqual([
    'postgresql://ana:x@%2Ftmp%2Fone/puente',
    'postgresql://ana:x@%2Ftmp%2Ftwo/puente',
  ])
})

test('another login changes who enters and where to, on all hosts', () => {
  const login = { user: 'app', password: 'a/b', database: 'other' }
  expect(withLogin('postgres://root:x@h1:1,h2:2/postgres?a=b', login)).toBe('postgres://app:a%2Fb@h1:1,h2:2/other?a=b')
  expect(withLogin('postgres://root:x@h1/postgres', { database: 'other' })).toBe('postgres://root:x@h1/other')
})
