/** Reading what a provider says: nothing about its shape is taken for granted. */
export const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** The value at the end of a path of names and positions; undefined where it breaks off. */
export const at = (value: unknown, ...path: readonly (string | number)[]): unknown =>
  path.reduce<unknown>((found, step) => {
    if (typeof step === 'number') return Array.isArray(found) ? (found[step] as unknown) : undefined
    return isRecord(found) && Object.hasOwn(found, step) ? found[step] : undefined
  }, value)

/** Text at the end of a path; null where there is none. */
export const textAt = (value: unknown, ...path: readonly (string | number)[]): string | null => {
  const found = at(value, ...path)
  return typeof found === 'string' && found !== '' ? found : null
}

/** A list at the end of a path; empty where there is none. */
export const listAt = (value: unknown, ...path: readonly (string | number)[]): readonly unknown[] => {
  const found = at(value, ...path)
  return Array.isArray(found) ? found : []
}
