import type { Input } from '@puente/contract'
import type { Handlers } from '#platform/http/ctx.ts'
import { checkedBeforeProof, type StepUpCtx } from '#platform/http/step-up.ts'
import { changeEmail, checkEmailChange } from './change-email.ts'
import { changePassword, checkPasswordChange } from './change-password.ts'
import { checkResetLink } from './check-reset-link.ts'
import { confirmEmail } from './confirm-email.ts'
import { confirmPhone } from './confirm-phone.ts'
import { contactChanges } from './contact-changes.ts'
import { forgotPassword } from './forgot-password.ts'
import { freeze, unfreeze } from './freeze.ts'
import { lostDevice } from './lost-device.ts'
import { checkNotMe, notMe } from './not-me.ts'
import { openSession } from './open-session.ts'
import { passkeySignIn, passkeySignInOptions } from './passkey-sign-in.ts'
import { readInviter } from './read-inviter.ts'
import { registerPhone } from './register-phone.ts'
import { requestEmailCode } from './request-email-code.ts'
import { requestPhoneCode } from './request-phone-code.ts'
import { resetPassword } from './reset-password.ts'
import { signIn } from './sign-in.ts'
import { signUp } from './sign-up.ts'
import { unlockSession } from './unlock-session.ts'
import { unlockWays } from './unlock-ways.ts'

export const authRoutes = {
  signUp,
  inviter: readInviter,
  signIn,
  openSession,
  passkeySignInOptions,
  passkeySignIn,
  unlockSession,
  unlockWays,
  requestEmailCode,
  confirmEmail,
  registerPhone,
  requestPhoneCode,
  confirmPhone,
  forgotPassword,
  checkResetLink,
  resetPassword,
  changePassword: checkedBeforeProof(async (ctx: StepUpCtx, asked: Input<'changePassword'>) => {
    await checkPasswordChange(ctx, asked)
  }, changePassword),
  changeEmail: checkedBeforeProof(async (ctx: StepUpCtx, asked: Input<'changeEmail'>) => {
    await checkEmailChange(ctx, asked)
  }, changeEmail),
  contactChanges,
  lostDevice,
  freeze: (ctx) => freeze(ctx),
  unfreeze: (ctx) => unfreeze(ctx),
  checkNotMe,
  notMe,
} satisfies Partial<Handlers>
