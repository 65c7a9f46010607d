import { screen, waitFor, within } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { saidAtField } from '#test/fields.ts'
import { openApp, reloadApp } from '#test/render.tsx'
import { isDead, refuses, server } from '#test/server.ts'
import { aKycServer, fillDetails, photosSent } from '#test/kyc.ts'

afterEach(() => vi.useRealTimers())

test('V-22 V-30 V-05 the details name what is missing or wrong at its field', async () => {
  const state = aKycServer(photosSent)
  const app = await openApp('/kyc/Tier1')
  await screen.findByRole('heading', { name: 'Your details' })
  await app.user.clear(screen.getByLabelText('Full legal name'))
  await app.user.type(screen.getByLabelText('Full legal name'), 'A$b')
  await app.user.click(screen.getByRole('button', { name: 'Submit' }))
  expect(await screen.findByText('Please enter a valid name without special characters')).toBeVisible()
  expect(screen.getByText('Enter your full date of birth')).toBeVisible()
  expect(screen.getByText('Choose your nationality')).toBeVisible()
  for (const [label, missing] of [
    ['Street address', 'Enter your street address'],
    ['City', 'Enter your city'],
    ['State', 'Choose your state'],
    ['ZIP code', 'Enter your ZIP code'],
  ] as const) {
    expect(screen.getByLabelText(label)).toHaveAccessibleDescription(missing)
  }
  expect(screen.getByLabelText('Full legal name')).toHaveFocus()
  expect(state.details).toBeNull()
})

test.each(['7870', 'ABCDE', '7870A'])(
  'V-21 the ZIP code %s gets the number of digits as its error, not that something is missing',
  async (typed) => {
    aKycServer(photosSent)
    const app = await openApp('/kyc/Tier1')
    await screen.findByRole('heading', { name: 'Your details' })
    await fillDetails(app)
    await app.user.clear(screen.getByLabelText('ZIP code'))
    await app.user.type(screen.getByLabelText('ZIP code'), typed)
    await app.user.click(screen.getByRole('button', { name: 'Submit' }))
    await saidAtField('ZIP code', 'ZIP codes have 5 digits')
  },
)

test('a day that no calendar has is named as such, not as something missing', async () => {
  const state = aKycServer(photosSent)
  const app = await openApp('/kyc/Tier1')
  await screen.findByRole('heading', { name: 'Your details' })
  await fillDetails(app)
  await app.user.selectOptions(screen.getByLabelText('Month'), 'February')
  await app.user.clear(screen.getByLabelText('Day'))
  await app.user.type(screen.getByLabelText('Day'), '30')
  await app.user.click(screen.getByRole('button', { name: 'Submit' }))
  expect(await screen.findByText("This date doesn't exist. Check the day and month.")).toBeVisible()
  expect(screen.queryByText('Please, fill out all required fields')).toBeNull()
  expect(state.details).toBeNull()
})

test('V-30 the years begin at the bound; one day under 18 is refused as soon as it is complete, exactly 18 is not', async () => {
  // On New Year's Eve the day after is in a year that cannot be chosen.
  vi.useFakeTimers({ toFake: ['Date'], now: new Date(2026, 10, 23, 12) })
  aKycServer(photosSent)
  const app = await openApp('/kyc/Tier1')
  await screen.findByRole('heading', { name: 'Your details' })
  const born = new Date()
  const type = async (day: Date) => {
    await app.user.selectOptions(screen.getByLabelText('Month'), String(day.getMonth() + 1))
    await app.user.clear(screen.getByLabelText('Day'))
    await app.user.type(screen.getByLabelText('Day'), String(day.getDate()))
    await app.user.selectOptions(screen.getByLabelText('Year'), String(day.getFullYear()))
  }
  expect(within(screen.getByLabelText('Year')).getAllByRole('option')[1]).toHaveTextContent(
    String(born.getFullYear() - 18),
  )
  born.setFullYear(born.getFullYear() - 18, born.getMonth(), born.getDate() + 1)
  await type(born)
  expect(await screen.findByText('Check your date of birth. You must be at least 18.')).toBeVisible()
  born.setDate(born.getDate() - 1)
  await type(born)
  await waitFor(() => expect(screen.queryByText('Check your date of birth. You must be at least 18.')).toBeNull())
})

test.each([
  ['invalidZipCode', 'ZIP code', 'Zip code does not match city or state'],
  ['birthdayChangesExceeded', 'Month', "You can't change your date of birth again. Contact support and we'll help."],
  [
    'fullNameChangesExceeded',
    'Full legal name',
    "You can't change your name again for now. Contact support and we'll help.",
  ],
] as const)('the refusal %s is shown at its field and what was typed stays', async (code, label, text) => {
  aKycServer(photosSent)
  server.use(refuses('updateProfile', code))
  const app = await openApp('/kyc/Tier1')
  await screen.findByRole('heading', { name: 'Your details' })
  await fillDetails(app)
  await app.user.click(screen.getByRole('button', { name: 'Submit' }))
  await saidAtField(label, text)
  expect(screen.getByLabelText('City')).toHaveValue('Austin')
})

test('the names of countries are in the language of the screen', async () => {
  aKycServer(photosSent, {}, { lang: 'es-US' })
  await openApp('/kyc/Tier1', 'es')
  expect(await screen.findByRole('option', { name: 'Alemania' })).toHaveValue('DE')
  expect(screen.getByRole('option', { name: 'Estados Unidos' })).toHaveValue('US')
})

test('nothing is lost when the network is away while the details are sent', async () => {
  aKycServer(photosSent)
  server.use(isDead('updateProfile'))
  const app = await openApp('/kyc/Tier1')
  await screen.findByRole('heading', { name: 'Your details' })
  await fillDetails(app)
  await app.user.click(screen.getByRole('button', { name: 'Submit' }))
  expect(await screen.findByRole('alert')).toHaveTextContent('No Internet connection')
  expect(screen.getByLabelText('Street address')).toHaveValue('1 Main St')
})

test('the focus goes to the first field that is wrong, in the order of the screen', async () => {
  aKycServer(photosSent)
  const app = await openApp('/kyc/Tier1')
  await app.user.click(await screen.findByRole('button', { name: 'Submit' }))
  await waitFor(() => expect(screen.getByLabelText('Month')).toHaveFocus())
})

test('what was typed is still there after a reload', async () => {
  aKycServer(photosSent)
  const app = await openApp('/kyc/Tier1')
  await fillDetails(app)
  await waitFor(() => expect(JSON.stringify(app.router.history.location.state)).toContain('78701'))
  await reloadApp('/kyc/Tier1', app.router.history.location.state)
  expect(await screen.findByLabelText('City')).toHaveValue('Austin')
  expect(screen.getByLabelText('Day')).toHaveValue('31')
})
