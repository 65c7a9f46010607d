import type { Handlers } from '#platform/http/ctx.ts'
import { addPasskey } from './add-passkey.ts'
import { confirmTotp } from './confirm-totp.ts'
import { forgetBrowser } from './forget-browser.ts'
import { listFactors } from './list-factors.ts'
import { listPasskeys } from './list-passkeys.ts'
import { passkeyOptions } from './passkey-options.ts'
import { rememberedBrowsers } from './remembered-browsers.ts'
import { removePasskey } from './remove-passkey.ts'
import { removeTotp } from './remove-totp.ts'
import { renamePasskey } from './rename-passkey.ts'
import { renewRecoveryCodes } from './renew-recovery-codes.ts'
import { startTotp } from './start-totp.ts'
import { stepUpOptions } from './step-up-options.ts'
import { stepUpVerify } from './step-up-verify.ts'

export const factorsRoutes = {
  stepUpOptions,
  stepUpVerify,
  factors: listFactors,
  passkeyOptions,
  addPasskey,
  listPasskeys,
  renamePasskey,
  removePasskey,
  startTotp,
  confirmTotp,
  removeTotp,
  renewRecoveryCodes,
  rememberedBrowsers,
  forgetBrowser,
} satisfies Partial<Handlers>
