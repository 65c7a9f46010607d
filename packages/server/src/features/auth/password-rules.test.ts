import * as common from '@zxcvbn-ts/language-common'
import { expect, test } from 'vitest'
import { isKnownWord } from './password-rules.ts'

test('[V6.2.4] no password of the published lists is taken, in the form that fits our rule either', () => {
  const listed = common.dictionary['passwords-common'].map(String)
  const known = new Set(listed)
  expect(known.size).toBeGreaterThan(40_000)
  const fitting = listed.flatMap((word) => {
    const capital = word.charAt(0).toUpperCase() + word.slice(1)
    const forms = /^[a-z]+$/.test(word)
      ? [`${capital}1`, `1${capital}`, `${capital}-2026`]
      : /\d/.test(word)
        ? [capital]
        : []
    return forms.filter((one) => one.length >= 8 && /[A-Z]/.test(one))
  })
  expect(fitting.length).toBeGreaterThan(20_000)
  expect(fitting.filter((one) => !isKnownWord(one, known)).slice(0, 10)).toEqual([])
})
