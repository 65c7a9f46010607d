import type { Result } from '@puente/contract'
import { screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { openApp } from '#test/render.tsx'
import { answers, refuses, server } from '#test/server.ts'
import { readPaperFile } from '../api/paper-file.ts'

const CODE = 'k7qm2xdp9rta5hvcw3bz'
const bytes = new TextEncoder().encode(`%PDF-1.7 a paper /Alt (https://puente.example/verify/${CODE})`)
const changedByOne = () => Uint8Array.from(bytes, (byte, at) => (at === 4 ? byte ^ 1 : byte))
const OTHER = '7c9rbv3hw5ta2xdpk4qm'
const otherPaper = new TextEncoder().encode(`%PDF-1.7 a paper /Alt (https://puente.example/verify/${OTHER})`)
const aFile = (content: Uint8Array<ArrayBuffer>) => new File([content], 'PU-7K2M9QXW.pdf', { type: 'application/pdf' })
const aPaper = async (more: Partial<Result<'verifyPaper'>> = {}): Promise<Result<'verifyPaper'>> => ({
  kind: 'receipt',
  issuer: 'Puente',
  issuedAt: '2026-11-24T11:12:00.000Z',
  totals: [{ name: 'total', cents: 25_00 }],
  days: null,
  currency: 'USD',
  hash: (await readPaperFile(aFile(bytes))).hash,
  valid: true,
  signed: 'puente paper 1\n',
  signature: 'c2lnbmF0dXJl',
  key: { kid: 'a', fingerprint: 'ab12', pem: '', current: true },
  ...more,
})

test('X-34 a visitor reads what a paper proves, and the file in hand is told from one with a changed byte', async () => {
  server.use(answers('verifyPaper', await aPaper()))
  const { user } = await openApp(`/verify/${CODE}`)
  expect(await screen.findByText('Puente issued this document')).toBeVisible()
  for (const text of ['Receipt', '$25.00']) expect(screen.getByText(text)).toBeVisible()
  await user.click(screen.getByText('Signature and key'))
  expect(screen.getByText('ab12')).toBeVisible()
  expect(screen.getByRole('link', { name: 'All public keys' })).toHaveAttribute('href', '/api/verify/keys')

  const choose = screen.getByLabelText(/Choose the PDF/)
  await user.upload(choose, aFile(bytes))
  expect(await screen.findByText('This is the document we issued')).toBeVisible()
  await user.upload(choose, aFile(changedByOne()))
  expect(await screen.findByText("This isn't the document we issued")).toBeVisible()
  expect(screen.queryByText('This is the document we issued')).toBeNull()
  expect(screen.queryByText('Puente issued this document')).toBeNull()
})

test('X-34 the code of a statement tells its days and sums, and its file is told from one with a changed byte', async () => {
  const totals = [{ name: 'closing', cents: 87_65 } as const]
  const days = { fromDate: '2026-11-01', toDate: '2026-11-30' }
  server.use(answers('verifyPaper', await aPaper({ kind: 'statement', totals, days })))
  const { user, path } = await openApp('/verify')
  await user.upload(await screen.findByLabelText(/Choose the PDF/), aFile(bytes))
  await waitFor(() => expect(path()).toBe(`/verify/${CODE}`))
  expect(await screen.findByText('This is the document we issued')).toBeVisible()
  for (const text of ['Statement', 'November 1 – 30, 2026', 'Closing balance', '$87.65'])
    expect(screen.getByText(text)).toBeVisible()
  await user.upload(screen.getByLabelText(/Choose the PDF/), aFile(changedByOne()))
  expect(await screen.findByText("This isn't the document we issued")).toBeVisible()
})

test('what was not completed proves no payment, and a row that was altered is not confirmed', async () => {
  server.use(answers('verifyPaper', await aPaper({ kind: 'record', totals: [] })))
  await openApp(`/verify/${CODE}`)
  expect(await screen.findByText(/isn't proof of payment/)).toBeVisible()
  server.use(answers('verifyPaper', await aPaper({ valid: false })))
  await openApp(`/verify/${CODE}`)
  expect(await screen.findByText("This document can't be confirmed")).toBeVisible()
})

test('a code that names nothing can be corrected, as it stands on the document', async () => {
  server.use(refuses('verifyPaper', 'notFound'))
  const { user, path } = await openApp('/verify/2222')
  expect(await screen.findByText("We don't know this code")).toBeVisible()
  server.use(answers('verifyPaper', await aPaper()))
  await user.click(screen.getByRole('button', { name: 'Check' }))
  expect(await screen.findByText('Enter the code first')).toBeVisible()
  await user.type(screen.getByLabelText('Code on the document'), 'K7QM-2XDP 9RTA–5HVC—W3BZ{Enter}')
  await waitFor(() => expect(path()).toBe(`/verify/${CODE}`))
  expect(await screen.findByText('Puente issued this document')).toBeVisible()
})

test('an address that was copied leads to its paper, and for what cannot be a code the field says what one looks like', async () => {
  server.use(answers('verifyPaper', await aPaper()))
  const { user, path } = await openApp('/verify')
  const field = await screen.findByLabelText('Code on the document')
  for (const no of ['PU-7K2M9QXW', '1234', `${CODE}2`, 'k7qm-0xdp-9rta-5hvc-w3bz']) {
    await user.clear(field)
    await user.type(field, `${no}{Enter}`)
    expect(await screen.findByText(/^A code has 20 letters and digits/)).toBeVisible()
    expect(path()).toBe('/verify')
  }
  await user.clear(field)
  await user.type(field, ` https://puente.example/verify/${CODE}?x=1{Enter}`)
  await waitFor(() => expect(path()).toBe(`/verify/${CODE}`))
})

test('the file of another document is said to be another one and leads to its page, one without a code to none', async () => {
  server.use(answers('verifyPaper', await aPaper()))
  const { user, path } = await openApp(`/verify/${CODE}`)
  await user.upload(await screen.findByLabelText(/Choose the PDF/), aFile(new TextEncoder().encode('%PDF-1.7 a bill')))
  expect(await screen.findByText('Found no code in this file')).toBeVisible()
  await user.upload(screen.getByLabelText(/Choose the PDF/), aFile(otherPaper))
  expect(await screen.findByText('This is a different document')).toBeVisible()
  expect(screen.queryByText("This isn't the document we issued")).toBeNull()
  const { hash } = await readPaperFile(aFile(otherPaper))
  server.use(answers('verifyPaper', await aPaper({ hash })))
  await user.click(screen.getByRole('button', { name: 'Check this file' }))
  await waitFor(() => expect(path()).toBe(`/verify/${OTHER}`))
  expect(await screen.findByText('This is the document we issued')).toBeVisible()
})

test('a file says itself which paper it is, and is checked with it; one without a code is told', async () => {
  server.use(answers('verifyPaper', await aPaper()))
  const { user, path } = await openApp('/verify')
  await user.upload(await screen.findByLabelText(/Choose the PDF/), aFile(new TextEncoder().encode('%PDF-1.7 a bill')))
  expect(await screen.findByText('Found no code in this file')).toBeVisible()
  await user.upload(screen.getByLabelText(/Choose the PDF/), aFile(bytes))
  await waitFor(() => expect(path()).toBe(`/verify/${CODE}`))
  expect(await screen.findByText('This is the document we issued')).toBeVisible()
  await user.upload(screen.getByLabelText(/Choose the PDF/), aFile(changedByOne()))
  expect(await screen.findByText("This isn't the document we issued")).toBeVisible()
  expect(screen.queryByText('This is the document we issued')).toBeNull()
})

test('a file with a changed byte still says which paper it is not', async () => {
  server.use(answers('verifyPaper', await aPaper()))
  const { user } = await openApp('/verify')
  await user.upload(await screen.findByLabelText(/Choose the PDF/), aFile(changedByOne()))
  expect(await screen.findByText("This isn't the document we issued")).toBeVisible()
  expect(screen.queryByText('Puente issued this document')).toBeNull()
  expect(screen.getByText('$25.00')).toBeVisible()
})
