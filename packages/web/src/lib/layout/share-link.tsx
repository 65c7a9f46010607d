import { Button } from '@puente/ui/button'
import { useNotices } from '@puente/ui/notice'
import Copy from 'lucide-react/icons/copy'
import Share2 from 'lucide-react/icons/share-2'
import { Qr } from './qr.tsx'

type Props = {
  link: string
  /** What the code holds. */
  qrText: string
  label: string
  /** What goes along with the link where it is shared. */
  words: string
  texts: { share: string; copy: string; copied: string; notCopied: string }
}

const canShare = (): boolean => typeof navigator.share === 'function'

/** A link to pass on: as a code for a camera, through the device's own share sheet, or copied. */
export const ShareLink = ({ link, qrText, label, words, texts }: Props) => {
  const { show } = useNotices()
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(link)
      show('positive', texts.copied)
    } catch {
      show('neutral', texts.notCopied)
    }
  }
  const share = async () => {
    try {
      await navigator.share({ text: words, url: link })
    } catch {
      // The person closed the sheet.
    }
  }
  return (
    <div className="grid gap-4">
      <Qr text={qrText} label={label} />
      <p className="rounded-md bg-surface-sunken px-4 py-3 text-center text-sm wrap-anywhere select-all">{link}</p>
      <div className="grid auto-cols-fr gap-2.5 sm:grid-flow-col">
        {canShare() && (
          <Button full icon={<Share2 aria-hidden="true" className="size-5" />} onClick={() => void share()}>
            {texts.share}
          </Button>
        )}
        <Button
          full
          variant={canShare() ? 'secondary' : 'primary'}
          icon={<Copy aria-hidden="true" className="size-5" />}
          onClick={() => void copy()}
        >
          {texts.copy}
        </Button>
      </div>
    </div>
  )
}
