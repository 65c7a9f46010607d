import { expect, test } from 'vitest'
import { readDescription } from './description-rules.ts'

test.each([
  ['Zelle payment from ANA LOPEZ for "ABCD2345"; Conf# 123456789', 'ANA LOPEZ', '123456789', 'ABCD2345'],
  ['Zelle payment from ANA LOPEZ; Conf# 123456789', 'ANA LOPEZ', '123456789', null],
  ['Zelle payment from ANA  LOPEZ 12345678901', 'ANA LOPEZ', '12345678901', null],
  ['Zelle payment from ANA LOPEZ 12345678901 ABCD2345', 'ANA LOPEZ', '12345678901', 'ABCD2345'],
  ['ZELLE FROM LOPEZ ANA ON 11/23 REF # 123456789 ABCD2345', 'LOPEZ ANA', '123456789', 'ABCD2345'],
  ['Zelle transfer from Ana López', 'Ana López', null, null],
  ['ZELLE FROM ANA LOPEZ', 'ANA LOPEZ', null, null],
  [
    'Zelle payment to ANA LOPEZ for "Refund of 123456789"; Conf# 987654321',
    'ANA LOPEZ',
    '987654321',
    'Refund of 123456789',
  ],
  ['Zelle payment to ANA LOPEZ 12345678901', 'ANA LOPEZ', '12345678901', null],
])('%s', (description, holder, reference, memo) => {
  expect(readDescription(description)).toEqual({ holder, reference, memo })
})

test('a description in no known wording says nothing', () => {
  for (const text of ['', 'WIRE IN 123456789', 'payroll'])
    expect(readDescription(text)).toEqual({ holder: null, reference: null, memo: null })
})
