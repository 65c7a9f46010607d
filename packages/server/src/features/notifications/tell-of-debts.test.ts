import { expect, test } from 'vitest'
import { debtNews } from './tell-of-debts.ts'

test.each([
  ['the first money that is owed', 0, 70_07, { variant: 'owed', cents: 70_07 }],
  ['more of it', 20_00, 50_00, { variant: 'owed', cents: 50_00 }],
  ['a part that is paid', 70_07, 50_02, { variant: 'partlyPaid', cents: 50_02 }],
  ['all that was left', 50_02, 0, { variant: 'settled', cents: 50_02 }],
  ['a debt that is more than gone', 20_00, -50_07, { variant: 'settled', cents: 20_00 }],
  ['what was paid too much', 0, -70_07, null],
  ['its coming back', -70_07, 0, { variant: 'givenBack', cents: 70_07 }],
])('a change of what is owed says what it means: %s', (_case, beforeCents, owedCents, news) => {
  expect(debtNews({ beforeCents, owedCents })).toEqual(news)
})
