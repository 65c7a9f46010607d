/** An operator's command that cannot be done; its message says why, to the person who typed it. */
export class OperatorRefused extends Error {
  override readonly name = 'OperatorRefused'
}
