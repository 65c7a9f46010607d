import noticesEn from '@puente/contract/texts/notices/en.json' with { type: 'json' }
import noticesEs from '@puente/contract/texts/notices/es.json' with { type: 'json' }
import noticesKo from '@puente/contract/texts/notices/ko.json' with { type: 'json' }
import { expect, test } from 'vitest'
import en from '../../texts/en/activity.json' with { type: 'json' }
import es from '../../texts/es/activity.json' with { type: 'json' }
import ko from '../../texts/ko/activity.json' with { type: 'json' }
import { adviceOnReturn } from './withdrawal-next.ts'

/** What the notice of a return says at its end, by the reason that chooses it. */
const saidBy = (notice: string): Map<string, string> => {
  const choice = notice.slice(notice.lastIndexOf('{reason, select,'))
  return new Map([...choice.matchAll(/(\w+) \{([^{}]+)\}/g)].map(([, reason = '', words = '']) => [reason, words]))
}

test.each([
  ['en', noticesEn, en],
  ['es', noticesEs, es],
  ['ko', noticesKo, ko],
])('notice and screen give the same advice after every return: %s', (_language, notices, { withdrawal }) => {
  const said = saidBy(notices.withdraw.returned)
  const codes = Array.from({ length: 40 }, (_, at) => `R${String(at + 1).padStart(2, '0')}`)
  const shown = (reason: string) => {
    const row = reason === 'paypal' ? ({ method: 'paypal' } as const) : { returnReason: reason }
    return withdrawal.next[adviceOnReturn(row)]
  }
  for (const reason of [...codes, 'paypal'])
    expect(`${said.get(reason) ?? said.get('other')}.`, reason).toBe(shown(reason))
})
