import { isRoutingNumber } from '@puente/contract'
import * as z from 'zod/mini'
import { text, type ValuesOf } from '#platform/config-forms.ts'
import { ConfigRefused } from '#platform/config-refused.ts'
import type { ProviderSettings, SettingsSource } from '../../settings.ts'

const FOLDERS = /^file:(?<out>\/[^,]+),(?<into>\/[^,]+)$/
const isUrl = (value: string): boolean => URL.canParse(value) && /^https?:$/.test(new URL(value).protocol)

const routingNumber = z.string().check(z.refine(isRoutingNumber, 'a routing number is wanted'))
const identity = z.string().check(z.regex(/^[A-Z0-9]{1,10}$/, 'one to ten capitals or digits are wanted'))
const companyName = z.string().check(z.regex(/^[A-Z0-9][A-Z0-9 ]{0,15}$/, 'up to 16 capitals, digits or blanks'))
const accountNumber = z.string().check(z.regex(/^\d{4,17}$/, 'an account number is wanted'))
const transport = z
  .string()
  .check(z.refine((value) => isUrl(value) || FOLDERS.test(value), 'a URL, or file:/out,/in, is wanted'))

export const nachaVariables = {
  NACHA_TRANSPORT: z.optional(transport),
  NACHA_TOKEN: z.optional(text),
  NACHA_ODFI_ROUTING: z.optional(routingNumber),
  NACHA_ORIGIN_ID: z.optional(identity),
  NACHA_COMPANY_ID: z.optional(identity),
  NACHA_COMPANY_NAME: z.optional(companyName),
  NACHA_OFFSET: z._default(z.enum(['none', 'debit']), 'none'),
  NACHA_ACCOUNT: z.optional(accountNumber),
}

/** Our bank that takes files, and who we are to it. `url` is none to be called where `folders` are given. */
type OwnNachaSettings = {
  /** Where files are put for the bank, and where it puts its own; null when it is reached by `url` with `token`. */
  folders: { out: string; into: string } | null
  token: string
  odfiRouting: string
  originId: string
  companyId: string
  companyName: string
  /** Our account at the bank, by which it names its statements. */
  account: string
  /** Whether every batch takes from our account what it gives to others, as some banks want it. */
  isBalanced: boolean
}
export type NachaSettings = Exclude<ProviderSettings<OwnNachaSettings>, 'off'>

/** What the sandbox's bank knows us by. */
const SANDBOX = { odfi: '091000019', id: '1234567890', name: 'PUENTE', account: '4000123456' }

const foldersOf = (given: string | undefined): NachaSettings['folders'] => {
  const { out, into } = FOLDERS.exec(given ?? '')?.groups ?? {}
  return out !== undefined && into !== undefined ? { out, into } : null
}

/** Throws `ConfigRefused` when something is missing that a real bank has to be told. */
export const nachaSettings = (values: ValuesOf<typeof nachaVariables>, source: SettingsSource): NachaSettings => {
  const folders = foldersOf(values.NACHA_TRANSPORT)
  if (values.NACHA_TRANSPORT === undefined && source.isLive)
    throw new ConfigRefused('NACHA_TRANSPORT', 'missing: every bank has a place of its own for files')
  const { address, credential } = source.provider(folders ? 'file:///' : values.NACHA_TRANSPORT, {
    live: '',
    sandboxPath: '/wire/nacha',
  })
  return {
    ...address,
    folders,
    token: folders ? '' : credential('NACHA_TOKEN', values.NACHA_TOKEN, ({ increaseApiKey }) => increaseApiKey),
    odfiRouting: credential('NACHA_ODFI_ROUTING', values.NACHA_ODFI_ROUTING, () => SANDBOX.odfi),
    originId: credential('NACHA_ORIGIN_ID', values.NACHA_ORIGIN_ID, () => SANDBOX.id),
    companyId: credential('NACHA_COMPANY_ID', values.NACHA_COMPANY_ID, () => SANDBOX.id),
    companyName: credential('NACHA_COMPANY_NAME', values.NACHA_COMPANY_NAME, () => SANDBOX.name),
    account: credential('NACHA_ACCOUNT', values.NACHA_ACCOUNT, () => SANDBOX.account),
    isBalanced: values.NACHA_OFFSET === 'debit',
  }
}
