/** What a withdrawal may be of and what it costs, as the screens say it in every language. */
import { type Language, STORED_LANGUAGES } from '@puente/contract'
import { screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { paths } from '#lib/layout/paths.ts'
import { aConfig, aLimit, limitsOf, quoting } from '#test/money.ts'
import { aRecipient } from '#test/recipients.ts'
import { openApp, signedInAs } from '#test/render.tsx'
import { answers, server, type Seen } from '#test/server.ts'

beforeEach(() =>
  server.use(
    answers('listRecipients', { items: [aRecipient()] }),
    answers('limits', limitsOf(aLimit({ operation: 'withdraw' }))),
    answers('feeAmount', quoting({ fee: 300, arrives: { from: '2026-11-25', to: '2026-11-27' } })),
  ),
)

const words: Record<Language, { tooLittle: string; tooMuch: string; next: string }> = {
  en: { tooLittle: 'The minimum withdrawal is $20', tooMuch: 'Amount should not exceed $10,000', next: 'Continue' },
  es: {
    tooLittle: 'El retiro mínimo es de $20',
    tooMuch: 'El monto no debe superar los $10,000',
    next: 'Continuar',
  },
  ko: { tooLittle: '$20부터 출금할 수 있어요', tooMuch: '$10,000까지만 출금할 수 있어요', next: '계속' },
}

test.each([
  ['en', 'bank'],
  ['en', 'PayPal'],
  ['es', 'bank'],
  ['es', 'PayPal'],
  ['ko', 'bank'],
  ['ko', 'PayPal'],
] as const)(
  'V-17 V-18 C-12 in %s, to %s, less than 20 dollars or more than 10,000 is refused before it is submitted',
  async (language, way) => {
    const { tooLittle, tooMuch, next } = words[language]
    signedInAs({ wallet: { USD: 5_000_000 }, lang: STORED_LANGUAGES[language] })
    const isBank = way === 'bank'
    const app = await openApp(isBank ? paths.withdrawBank.path : paths.withdrawPaypal.path, language)
    await app.user.click(await screen.findByRole('button', { name: isBank ? /María López/ : next }))
    await waitFor(() => expect(app.path()).toMatch(/\/amount$/))
    const amount = await screen.findByRole('textbox')
    const action = screen.getByRole('button', { name: next })
    const cases = [
      ['19.99', tooLittle],
      ['20', null],
      ['10000.01', tooMuch],
      ['10000', null],
    ] as const
    for (const [entered, refusal] of cases) {
      await app.user.clear(amount)
      await app.user.type(amount, entered)
      if (refusal === null) await waitFor(() => expect(action).not.toHaveAttribute('aria-disabled'))
      else {
        expect(await screen.findByText(refusal)).toBeVisible()
        expect(action).toHaveAttribute('aria-disabled', 'true')
      }
    }
  },
)

const openAmount = async (balance: number) => {
  signedInAs({ wallet: { USD: balance } })
  const app = await openApp(paths.withdrawBank.path)
  await app.user.click(await screen.findByRole('button', { name: /María López/ }))
  return { app, amount: await screen.findByRole('textbox') }
}

test('a balance that does not cover the fee names it, and leaves as a whole by the quote of the server', async () => {
  server.use(
    answers('feeAmount', ({ body }) => {
      const isAll = (body as { everything?: true }).everything === true
      const quote = quoting({ fee: 300 })({ body } as Seen)
      return isAll ? { ...quote, amount: 97_00, totalSend: 97_00, totalCharge: 100_00 } : quote
    }),
  )
  const { app, amount } = await openAmount(100_00)
  await app.user.type(amount, '100')
  expect(await screen.findByText(/With the \$3\.00 fee it comes to \$103\.00, and you have \$100\.00\.$/)).toBeVisible()
  await app.user.click(screen.getByRole('button', { name: 'Withdraw everything' }))
  expect(await screen.findByText(/^Everything leaves your balance: \$100\.00/)).toBeVisible()
  expect((await screen.findAllByText('$97.00')).length).toBeGreaterThan(0)
  await app.user.click(screen.getByRole('button', { name: 'Choose an amount' }))
  expect(await screen.findByRole('textbox')).toHaveValue('')
})

test('the whole balance is offered where what is left of it after the fee is within the limit', async () => {
  server.use(
    answers('limits', limitsOf(aLimit({ operation: 'withdraw', leftCents: 97_00 }))),
    answers('feeAmount', ({ body }) => ({
      ...quoting({ fee: 300 })({ body } as Seen),
      amount: 97_00,
      totalSend: 97_00,
      totalCharge: 100_00,
    })),
  )
  await openAmount(100_00)
  expect(await screen.findByRole('button', { name: 'Withdraw everything' })).toBeVisible()
})

test('the whole balance is not offered where a limit keeps it from leaving at once', async () => {
  server.use(answers('limits', limitsOf(aLimit({ operation: 'withdraw', leftCents: 50_00 }))))
  await openAmount(100_00)
  expect(await screen.findByText('You can withdraw up to $50.00')).toBeVisible()
  expect(screen.queryByRole('button', { name: 'Withdraw everything' })).toBeNull()
})

test.each([
  [
    [
      { operation: 'bank', fromCents: 0, bps: 150, fixedCents: 150 },
      { operation: 'bank', fromCents: 100_000, bps: 100, fixedCents: 0 },
    ],
    /1\.5% \+ \$1\.50 fee1% from \$1,000\.00$/,
  ],
  [[{ operation: 'bank', fromCents: 0, bps: 200, fixedCents: 0 }], /2% fee$/],
  [[{ operation: 'bank', fromCents: 0, bps: 0, fixedCents: 0 }], /Free$/],
])('C-14 the fee of a withdrawal is said from the schedule, and changes with it', async (fees, text) => {
  server.use(answers('config', aConfig({ fees: fees as never })))
  signedInAs()
  await openApp(paths.withdraw.path)
  expect(await screen.findByRole('button', { name: /Bank account/ })).toHaveTextContent(text)
})
