declare const expect: (value: unknown) => { toMatchObject: (expected: object) => void }

export const checked = (value: unknown): void => expect(value).toMatchObject({ id: /^txn_/ })
