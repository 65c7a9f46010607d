/** What can be done with money, behind the centre toggle: one line each, with the rail that carries it. */
import ArrowUpFromLine from 'lucide-react/icons/arrow-up-from-line'
import Landmark from 'lucide-react/icons/landmark'
import Send from 'lucide-react/icons/send'
import { paths, useScreenExists } from '#lib/layout/paths.ts'

const entries = [
  { key: 'withdrawBank', rail: 'bank', path: paths.withdrawBank.path, icon: <ArrowUpFromLine /> },
  { key: 'sendInApp', rail: 'inApp', path: paths.sendInApp.path, icon: <Send /> },
  { key: 'sendZelle', rail: 'zelle', path: paths.sendZelle.path, icon: <Landmark /> },
] as const

/** The entries whose screens there are. */
export const useTransactions = () => {
  const exists = useScreenExists()
  return entries.filter(({ path }) => exists(path))
}
