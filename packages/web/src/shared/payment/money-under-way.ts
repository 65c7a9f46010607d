/** Whether money is being moved, apart from the call itself: the offline cover asks, and it is part of the first screen. */
import { createStore, useStore } from '#lib/browser/store.ts'

export const moneyUnderWay = createStore(false)

/** Whether a call that moves money has been made and its outcome is still open. */
export const useMoneyUnderWay = (): boolean => useStore(moneyUnderWay)
