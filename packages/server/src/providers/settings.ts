/** How providers come to their settings: each reads its own variables, and what is not set is the sandbox's. */
import type { SandboxSecrets } from '#platform/secrets.ts'

/** Where a provider is; `sandbox` tells that this is the sandbox or another program of this machine. */
type Address = { url: string; sandbox: boolean }

/** What an adapter is made with; `off` is a provider that is not used. */
export type ProviderSettings<Own> = 'off' | (Own & Address)

/** A credential that was given, else the sandbox's. Throws `ConfigRefused` when it is missing for a real provider. */
export type Credential = (
  setting: string,
  given: string | undefined,
  generated: (secrets: SandboxSecrets) => string,
) => string

export type SettingsSource = {
  /** What has no address of its own is the real provider, not the sandbox. */
  isLive: boolean
  /** Port of the sandbox's mail server. */
  smtpPort: number
  /** The provider at the given address, else at its own, or at the sandbox's path for it. */
  provider: (
    given: string | undefined,
    at: {
      live: string
      sandboxPath: string
      /** Browsers go there too, and must know it by the same name. */
      byBrowser?: true
    },
  ) => { address: Address; credential: Credential }
}
