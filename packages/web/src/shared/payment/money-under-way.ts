/** Whether money is being moved. Separate from `useMoneyCall` because the offline screen, part of the first load, needs it. */
import { createStore, useStore } from '#lib/browser/store.ts'

export const moneyUnderWay = createStore(false)

/** Whether a call that moves money was sent and its outcome is not known yet. */
export const useMoneyUnderWay = (): boolean => useStore(moneyUnderWay)
