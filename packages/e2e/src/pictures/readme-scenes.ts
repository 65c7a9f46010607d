import { listed, maria, movements } from './people.ts'
import type { Scene } from './scene.ts'

const arrived = {
  items: movements.filter(({ state }) => state === 'COMPLETED').slice(0, 60),
  last: null,
  end: true,
}
const me = { ...maria, fullName: 'María Rodríguez' }

/** What the README shows: a phone at home, a laptop among the movements. */
export const readmeScenes: readonly {
  file: string
  address: string
  scene: Scene
  size: { width: number; height: number }
  scale: number
}[] = [
  {
    file: 'phone.png',
    address: '/home',
    scene: { me: { ...me, held: { USD: 0 } }, answers: { listTransactions: () => arrived } },
    size: { width: 390, height: 844 },
    scale: 2,
  },
  {
    file: 'desktop.png',
    address: '/movements',
    scene: {
      me,
      answers: {
        listTransactions: listed,
        getTransaction: (sent) => {
          const { transactionId } = sent as { transactionId: string }
          const row = movements.find((one) => one.id === transactionId)
          if (!row) throw new Error(`no movement ${transactionId}`)
          return row
        },
      },
      act: async ({ page }) => page.locator('main a[href="/movements/detail"]').nth(2).click(),
    },
    size: { width: 1280, height: 820 },
    scale: 1.5,
  },
]
