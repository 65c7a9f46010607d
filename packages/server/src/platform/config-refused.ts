/** A setting is wrong. The message begins with its name and never holds its value, which may be a secret. */
export class ConfigRefused extends Error {
  override readonly name = 'ConfigRefused'
  readonly setting: string
  constructor(setting: string, reason: string) {
    super(`${setting}: ${reason}`)
    this.setting = setting
  }
}
