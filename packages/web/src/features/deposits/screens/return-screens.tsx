/** The two addresses that a card payment returns to. */
import { ResultScreen } from './result-screen.tsx'

export const SuccessScreen = () => <ResultScreen cameBack="success" />
export const CancelScreen = () => <ResultScreen cameBack="cancel" />
