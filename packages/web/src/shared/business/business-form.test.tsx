import { screen, within } from '@testing-library/react'
import { STORED_LANGUAGES } from '@puente/contract'
import { expect, test } from 'vitest'
import { saidAtField } from '#test/fields.ts'
import { aMe, openApp, signedInAs } from '#test/render.tsx'
import { answers, handles, refuses, server } from '#test/server.ts'

const left = { fullName: 2, birthday: 1, username: 1, address: 1, nationality: 1 }
const open = { business: true, KYC: { ...aMe().KYC, tier: 0 }, changesLeft: { ...left, business: 1 } }
const told = { name: 'Faro & Hijos, Inc.', einLast4: '9205', kind: 'llc' } as const

const keeps = () => {
  const sent: unknown[] = []
  server.use(
    handles('businessProfile', ({ body }) => {
      sent.push(body)
      return Response.json({ data: { business: told } })
    }),
  )
  return sent
}

test('P-01 a business that signs up is asked for its name, EIN and kind between its phone and its address', async () => {
  const sent = keeps()
  signedInAs(open)
  const { user, path } = await openApp('/sign-up/phone-verification')
  await user.click(screen.getByRole('button', { name: 'Continue' }))
  expect(await screen.findByRole('heading', { name: 'About your business' })).toBeVisible()
  expect(path()).toBe('/sign-up/business')
  const steps = within(screen.getByRole('list', { name: 'Sign-up steps' })).getAllByRole('listitem')
  expect(steps).toHaveLength(5)
  await user.click(screen.getByRole('button', { name: 'Continue' }))
  expect(await screen.findByText('Enter the name of your business')).toBeVisible()
  expect(screen.getByText('Choose the kind of business')).toBeVisible()
  expect(sent).toEqual([])
  await user.type(screen.getByLabelText('Name of the business'), 'Faro & Hijos, Inc.')
  await user.selectOptions(screen.getByLabelText('Kind of business'), 'LLC')
  await user.type(screen.getByLabelText('EIN'), '07-4719205')
  await user.click(screen.getByRole('button', { name: 'Continue' }))
  await saidAtField('EIN', 'The IRS gives out no EIN that begins like this. Check the first two digits.')
  await user.clear(screen.getByLabelText('EIN'))
  await user.type(screen.getByLabelText('EIN'), '83-4719205')
  server.use(answers('me', aMe({ ...open, businessProfile: told })))
  await user.click(screen.getByRole('button', { name: 'Continue' }))
  expect(await screen.findByRole('heading', { name: 'Where is your business?' })).toBeVisible()
  expect(path()).toBe('/sign-up/address')
  expect(sent).toEqual([{ businessName: 'Faro & Hijos, Inc.', ein: '834719205', kind: 'llc' }])
})

test('a business that tells about itself later is not shown that it has done so', async () => {
  signedInAs({ ...open, businessProfile: null })
  const { user } = await openApp('/sign-up/business')
  await user.click(await screen.findByRole('button', { name: "I'll do it later" }))
  expect(await screen.findByRole('heading', { name: 'Where is your business?' })).toBeVisible()
  const steps = within(screen.getByRole('list', { name: 'Sign-up steps' })).getAllByRole('listitem')
  expect(steps[2]).toHaveTextContent('Code, done')
  expect(steps[3]).not.toHaveTextContent('done')
})

test.each([
  ['en', 'Your business', 'Name of the business', 'Now it ends in 9205. Enter the whole number again to save.'],
  [
    'es',
    'Tu negocio',
    'Nombre del negocio',
    'Ahora termina en 9205. Para guardar, vuelve a escribir el número completo.',
  ],
  ['ko', '사업체 정보', '사업체 이름', '지금 번호는 9205로 끝나요. 저장하려면 전체 번호를 다시 입력해 주세요.'],
] as const)(
  'in %s it is changed in the settings until it is checked; the EIN is never filled in',
  async (lang, title, name, hint) => {
    signedInAs({ ...open, businessProfile: told, lang: STORED_LANGUAGES[lang] })
    await openApp('/settings/edit/business', lang)
    expect(screen.getByRole('heading', { level: 1, name: title })).toBeVisible()
    expect(screen.getByLabelText(name)).toHaveValue('Faro & Hijos, Inc.')
    expect(screen.getByLabelText(/EIN/)).toHaveValue('')
    expect(screen.getByLabelText(/EIN/)).toHaveAccessibleDescription(hint)
  },
)

test('what another tab had checked meanwhile is refused in words, and what was typed stays', async () => {
  signedInAs({ ...open, businessProfile: told })
  server.use(refuses('businessProfile', 'invalidRole', { reason: 'verified' }))
  const { user } = await openApp('/settings/edit/business')
  await user.type(screen.getByLabelText('EIN'), '834719205')
  await user.click(screen.getByRole('button', { name: 'Save' }))
  expect(await screen.findByText(/These details were checked with your identity/)).toBeVisible()
  expect(screen.getByLabelText('EIN')).toHaveValue('834719205')
})

test('once it is checked it can only be read, by the end of the EIN', async () => {
  signedInAs({ business: true, businessProfile: told })
  const { user } = await openApp('/settings/personal-info')
  await user.click(screen.getByRole('link', { name: /Business.*Faro & Hijos, Inc\..*LLC · EIN ends in 9205/ }))
  expect(await screen.findByText("Your business details can't be changed here")).toBeVisible()
  expect(screen.getByText('Ends in 9205')).toBeVisible()
  expect(screen.queryByRole('textbox')).toBeNull()
})

test('a person has neither the row nor the screen', async () => {
  signedInAs()
  const { path } = await openApp('/settings/edit/business')
  expect(path()).toBe('/settings/personal-info')
  expect(screen.queryByRole('link', { name: /^Business/ })).toBeNull()
})
