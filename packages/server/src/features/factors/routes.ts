import type { Handlers, UserCtx } from '#platform/http/ctx.ts'
import { checkedBeforeProof, type StepUpCtx } from '#platform/http/step-up.ts'
import { addPasskey } from './add-passkey.ts'
import { confirmTotp } from './confirm-totp.ts'
import { forgetBrowser } from './forget-browser.ts'
import { listFactors } from './list-factors.ts'
import { listPasskeys } from './list-passkeys.ts'
import { passkeyOptions, requireAddable } from './passkey-options.ts'
import { rememberedBrowsers } from './remembered-browsers.ts'
import { removePasskey, requirePasskey } from './remove-passkey.ts'
import { removeTotp, requireTotp } from './remove-totp.ts'
import { renamePasskey } from './rename-passkey.ts'
import { renewRecoveryCodes, requireEnrolled } from './renew-recovery-codes.ts'
import { requireProvedAddress, startTotp } from './start-totp.ts'
import { stepUpOptions } from './step-up-options.ts'
import { stepUpVerify } from './step-up-verify.ts'

export const factorsRoutes = {
  stepUpOptions,
  stepUpVerify,
  factors: listFactors,
  passkeyOptions: checkedBeforeProof(
    async (ctx: StepUpCtx) => void (await requireAddable(ctx)),
    (ctx: UserCtx) => passkeyOptions(ctx),
  ),
  addPasskey,
  listPasskeys,
  renamePasskey,
  removePasskey: checkedBeforeProof(requirePasskey, removePasskey),
  startTotp: checkedBeforeProof(
    async (ctx: StepUpCtx) => requireProvedAddress(ctx),
    (ctx: UserCtx) => startTotp(ctx),
  ),
  confirmTotp,
  removeTotp: checkedBeforeProof(requireTotp, (ctx: UserCtx) => removeTotp(ctx)),
  renewRecoveryCodes: checkedBeforeProof(requireEnrolled, (ctx: UserCtx) => renewRecoveryCodes(ctx)),
  rememberedBrowsers,
  forgetBrowser,
} satisfies Partial<Handlers>
