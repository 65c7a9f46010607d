import { beforeEach, expect, test } from 'vitest'
import { aMe } from '#test/render.tsx'
import { finishFlow, lastDraft, leaveDraft, readDraft, withDraft } from './draft.ts'
import { queryKeys } from '#lib/api/query-keys.ts'
import { queryClient } from '#lib/api/query.ts'
import '#shared/payment/send-draft.ts'

beforeEach(() => {
  sessionStorage.clear()
  queryClient.setQueryData(queryKeys.me, aMe())
})

test('a draft is found again in its history entry, beside whatever else stands there', () => {
  const entry = withDraft('send', { amount: 2500 }, { drafts: { other: { mark: 'x', values: {} } } })
  expect(readDraft('send', entry)).toEqual({ amount: 2500 })
  expect(Object.keys(entry.drafts ?? {})).toEqual(['other', 'send'])
})

test('after the flow has ended its drafts count for nothing', () => {
  const entry = withDraft('send', { amount: 2500 })
  finishFlow('send')
  expect(readDraft('send', entry)).toBeNull()
  expect(lastDraft('send')).toBeNull()
})

test('after signing out a draft counts for nothing', () => {
  const entry = withDraft('send', { amount: 2500 })
  sessionStorage.clear()
  expect(readDraft('send', entry)).toBeNull()
})

test('a draft is ignored for another person, although the tab kept its storage', () => {
  const entry = withDraft('send', { amount: 2500 })
  queryClient.setQueryData(queryKeys.me, aMe({ userID: 'usr_0190c0c0c0c07c0c8c0c0c0c0c0c0c0c' }))
  expect(readDraft('send', entry)).toBeNull()
})

test('a draft outlasts a locked session, and is not readable until the user is known', () => {
  const entry = withDraft('send', { amount: 2500 })
  queryClient.clear()
  expect(readDraft('send', entry)).toBeNull()
  expect(withDraft('send', { amount: 100 })).toEqual({})
  queryClient.setQueryData(queryKeys.me, aMe())
  expect(readDraft('send', entry)).toEqual({ amount: 2500 })
})

test('a draft of another tab counts for nothing here', () => {
  const entry = withDraft('send', { amount: 2500 })
  // Each tab has a session storage of its own, and so a mark of its own.
  const own = Object.entries(sessionStorage)
  sessionStorage.clear()
  expect(readDraft('send', entry)).toBeNull()
  for (const [key, mark] of own) sessionStorage.setItem(key, mark)
  expect(readDraft('send', entry)).toEqual({ amount: 2500 })
})

test('what was left unsent about a subject is its own, and is gone for another person and after signing out', () => {
  leaveDraft('send', 'one', { amount: 2500 })
  expect(lastDraft('send', 'other')).toBeNull()
  expect(lastDraft('send', 'one')).toEqual({ amount: 2500 })
  queryClient.setQueryData(queryKeys.me, aMe({ userID: 'usr_0190c0c0c0c07c0c8c0c0c0c0c0c0c0c' }))
  expect(lastDraft('send', 'one')).toBeNull()
  queryClient.setQueryData(queryKeys.me, aMe())
  sessionStorage.clear()
  expect(lastDraft('send', 'one')).toBeNull()
})
