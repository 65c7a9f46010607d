/** What protects an account: a second factor, the proof before an act, freezing, closing, and the data of it. */
import type { LimitRow, Me, Result } from '@puente/contract'
import { after, before, maria, minsu } from './people.ts'
import type { Scene, Screen, Stage } from './scene.ts'

type Act = NonNullable<Scene['act']>

const dialog = ({ page }: Stage) => page.getByRole('dialog').or(page.getByRole('alertdialog')).first()

/** Presses what is called so, and waits for the dialog that it opens. */
const opens =
  (key: string, inside?: string): Act =>
  async (stage) => {
    await stage.page
      .getByRole('button', { name: stage.word(key) })
      .first()
      .click()
    if (inside !== undefined) await dialog(stage).getByText(stage.word(inside)).first().waitFor()
    else await dialog(stage).waitFor()
  }

const challengeId = `chl_${'0'.repeat(64)}` as const
const asksFor = (operation: string, factors: string[]) => ({
  code: 'stepUpRequired' as const,
  details: { challengeId, factors, intent: { operation } },
})

const signIn: Act = async ({ page }) => {
  await page.locator('[name="email"]').fill('maria.fernanda.rodriguez@correo.example')
  await page.locator('[name="password"]').fill('Verde-Luna-42')
  await page.locator('form [type="submit"]').click()
  await page.getByRole('checkbox').waitFor()
}

const factors: Result<'factors'> = {
  passwordChangedAt: before(2000),
  passkeys: 1,
  totpSince: before(400),
  provesFrom: null,
  recoveryCodesLeft: 8,
  phone: true,
}
const passkey = {
  id: 'pk_1',
  name: 'iPhone de María Fernanda',
  createdAt: before(900),
  lastUsedAt: before(3),
  backedUp: true,
}
const protectedBy = (change: Partial<Result<'factors'>> = {}) => ({
  factors: { ...factors, ...change },
  listPasskeys: { items: factors.passkeys === 0 ? [] : [passkey] },
  socialProviders: { items: [{ id: 'google', name: 'Google' }] },
  listSocial: { items: [], hasPassword: true },
  rememberedBrowsers: { items: [] },
})
const secret = {
  secret: 'JBSWY3DPEHPK3PXP',
  otpauthUrl: 'otpauth://totp/Puente?secret=JBSWY3DPEHPK3PXP',
  expiresAt: after(0.1),
}
const codes = Array.from({ length: 10 }, (_, at) => `K7QM-R2XW-5TLD-B4NH-Z6VY-PJ3${'ABCDEFGHIJ'[at]}`)

const frozen: Me = {
  ...maria,
  status: 'frozen',
  freezes: [{ cause: 'person', publicReason: null, since: before(2) }],
}
const standing: Result<'checkClosing'> = {
  balanceCents: 1_234_567,
  heldCents: 0,
  owedCents: 0,
  creditedCents: 0,
  until: null,
  pending: [],
}

const limit = (
  row: string,
  operation: LimitRow['operation'],
  window: LimitRow['window'],
  limitCents: number,
  usedCents: number,
): LimitRow => ({
  row,
  operation,
  window,
  limitCents,
  usedCents,
  leftCents: limitCents - usedCents,
  freesAt: usedCents > 0 && window !== 'always' ? after(7) : null,
})
/** Of a person whose phone number was changed yesterday. */
const limitRows: LimitRow[] = [
  limit('L-01', 'outgoing', 'transaction', 1_000_000, 0),
  limit('L-02', 'outgoing', '30d', 1_000_000, 143_811),
  limit('L-03', 'inApp', '24h', 250_000, 2_350),
  limit('L-04', 'withdraw', '24h', 250_000, 0),
  limit('L-05', 'balance', 'always', 2_500_000, 1_234_567),
  ...(['outgoing', 'withdraw'] as const).map((operation) => ({
    ...limit(`cooling-${operation}`, operation, '24h', operation === 'outgoing' ? 50_000 : 0, 0),
    special: { kind: 'cooling' as const, cause: 'phoneChanged', usualCents: null, until: after(48) },
  })),
]

const at = (name: string, address: string, scene: Scene): Screen => ({ name, address, states: { filled: scene } })
const over = (scene: Scene): Scene => ({ windowOnly: true, ...scene })

export const securityScreens: readonly Screen[] = [
  at('second-factor', '/', {
    answers: { signIn: { token: 'once' } },
    refuses: { openSession: asksFor('openSession', ['totp', 'recoveryCode']) },
    act: signIn,
  }),
  at('security', '/settings/security', { me: maria, answers: protectedBy() }),
  at(
    'security-passkey',
    '/settings/security',
    over({ me: maria, answers: protectedBy(), act: opens('factors.passkeys.add') }),
  ),
  at(
    'security-app',
    '/settings/security',
    over({
      me: maria,
      answers: { ...protectedBy({ totpSince: null, recoveryCodesLeft: null }), startTotp: secret },
      act: opens('factors.app.title', 'factors.app.key'),
    }),
  ),
  at(
    'security-codes',
    '/settings/security',
    over({
      me: maria,
      answers: { ...protectedBy(), renewRecoveryCodes: { recoveryCodes: codes } },
      act: async (stage) => {
        await opens('factors.codes.title')(stage)
        await dialog(stage).getByRole('button').first().click()
        await dialog(stage)
          .getByText(codes[0] ?? '')
          .waitFor()
      },
    }),
  ),
  at(
    'step-up',
    '/settings/security',
    over({
      me: maria,
      answers: protectedBy({ totpSince: null }),
      refuses: { startTotp: asksFor('startTotp', ['totp', 'passkey', 'recoveryCode']) },
      act: opens('factors.app.title', 'stepUp.title'),
    }),
  ),
  at('social', '/settings/security/social', { me: maria, answers: protectedBy() }),
  at('lost-device', '/settings/security/lost-device', over({ me: maria, act: opens('sessions.lost.submit') })),
  at('account', '/settings/account', { me: maria }),
  at('account-frozen', '/settings/account', { me: frozen }),
  at('account-freeze', '/settings/account', over({ me: maria, act: opens('accounts.freeze.action') })),
  at(
    'account-close',
    '/settings/account',
    over({ me: maria, answers: { checkClosing: standing }, act: opens('accounts.close.action') }),
  ),
  at('personal-info', '/settings/personal-info', { me: maria }),
  at('limits', '/settings/transaction-limits', {
    me: maria,
    answers: { limits: { tier: 1, rows: limitRows, nextTier: null, nextRows: [] } },
  }),
  at('sign-up-business', '/sign-up/business', { me: { ...minsu, business: true }, tab: { signUp: 'open' } }),
]
