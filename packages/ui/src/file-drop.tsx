import { clsx } from 'clsx'
import Camera from 'lucide-react/icons/camera'
import Trash2 from 'lucide-react/icons/trash-2'
import Video from 'lucide-react/icons/video'
import { useCallback, useRef, useState, type ChangeEvent, type DragEvent } from 'react'
import { FieldNotes, useField, type FieldTexts } from './field.tsx'
import { IconButton } from './icon-button.tsx'

export type FileRefusal = 'type' | 'size'

export type FileDropProps = FieldTexts & {
  file: File | null
  onChange: (file: File | null) => void
  /** Called for a file of the wrong type or above `maxBytes`; the caller shows why through `error`. */
  onRefuse: (why: FileRefusal, file: File) => void
  /** The text inside the box: "Take or choose a photo". */
  invitation: string
  removeLabel: string
  /** Alternative text of the preview. */
  previewLabel: string
  /** What is asked for; it is known by its first bytes. Default a picture. */
  kind?: 'picture' | 'video'
  /** MIME types, comma separated. Default: JPEG, PNG, WebP and HEIC. */
  accept?: string
  maxBytes: number
  id?: string
}

const accepts = (accept: string, type: string) =>
  accept.split(',').some((part) => {
    const wanted = part.trim()
    return wanted === type || (wanted.endsWith('/*') && type.startsWith(wanted.slice(0, -1)))
  })

const HEAD_BYTES = 12
const ascii = (bytes: Uint8Array, from: number, to: number) => String.fromCodePoint(...bytes.subarray(from, to))

/** Whether the first bytes are those of a picture; a file's name and type may claim anything. */
const isPicture = async (file: File): Promise<boolean> => {
  const head = new Uint8Array(await file.slice(0, HEAD_BYTES).arrayBuffer())
  if (head.length < HEAD_BYTES) return false
  const isJpeg = head[0] === 0xff && head[1] === 0xd8 && head[2] === 0xff
  const isPng = ascii(head, 1, 4) === 'PNG'
  const isWebp = ascii(head, 0, 4) === 'RIFF' && ascii(head, 8, 12) === 'WEBP'
  const isHeic = ascii(head, 4, 8) === 'ftyp'
  return isJpeg || isPng || isWebp || isHeic
}

/** Whether the first bytes are those of an MP4 or a WebM. */
const isVideo = async (file: File): Promise<boolean> => {
  const head = new Uint8Array(await file.slice(0, HEAD_BYTES).arrayBuffer())
  if (head.length < HEAD_BYTES) return false
  const isWebm = head[0] === 0x1a && head[1] === 0x45 && head[2] === 0xdf && head[3] === 0xa3
  return isWebm || ascii(head, 4, 8) === 'ftyp'
}

/** A photo or a video, taken, chosen or dropped, with a preview and a button to remove it. Nothing is uploaded here. */
export const FileDrop = (props: FileDropProps) => {
  const { label, hint, error, file, onChange, onRefuse, invitation, removeLabel, previewLabel, maxBytes } = props
  const { accept = 'image/jpeg,image/png,image/webp,image/heic', kind = 'picture' } = props
  const { ids, aria } = useField({ hint, error }, props.id)
  const input = useRef<HTMLInputElement>(null)
  const [over, setOver] = useState(false)

  const take = async (next: File | undefined) => {
    if (!next) return
    if (!accepts(accept, next.type)) onRefuse('type', next)
    else if (next.size > maxBytes) onRefuse('size', next)
    else if (await (kind === 'video' ? isVideo : isPicture)(next).catch(() => false)) onChange(next)
    else onRefuse('type', next)
  }

  const choose = (event: ChangeEvent<HTMLInputElement>) => {
    void take(event.target.files?.[0])
    // The same file may be chosen again after it was removed or refused.
    event.target.value = ''
  }

  const drop = (event: DragEvent) => {
    event.preventDefault()
    setOver(false)
    void take(event.dataTransfer.files[0])
  }

  return (
    <div className="grid gap-1.5">
      <span id={ids.label} className="text-sm font-semibold">
        {label}
      </span>
      <div
        onDragOver={(event) => {
          event.preventDefault()
          setOver(true)
        }}
        onDragLeave={() => setOver(false)}
        onDrop={drop}
        className={clsx(
          'relative overflow-hidden rounded-md border-2 bg-surface-raised transition-colors duration-150',
          'has-[input:focus-visible]:outline-2 has-[input:focus-visible]:outline-offset-2 has-[input:focus-visible]:outline-focus',
          error ? 'border-negative' : over ? 'border-brand bg-brand-soft' : 'border-border-strong',
          !file && 'border-dashed hover:border-brand',
        )}
      >
        <label className="grid min-h-40 cursor-pointer place-items-center">
          <input
            {...aria}
            ref={input}
            id={ids.control}
            type="file"
            accept={accept}
            onChange={choose}
            aria-labelledby={`${ids.label} ${ids.control}-invitation`}
            className="sr-only"
          />
          <span
            id={`${ids.control}-invitation`}
            className={clsx('grid justify-items-center gap-3 p-6 text-center font-medium', file && 'sr-only')}
          >
            <span className="grid size-14 place-items-center rounded-full bg-brand-soft text-brand-text">
              <Camera aria-hidden="true" className="size-6" />
            </span>
            {invitation}
          </span>
          {file && kind === 'picture' && <Preview file={file} label={previewLabel} />}
          {file && kind === 'video' && (
            <span className="grid justify-items-center gap-2 p-6 text-center font-medium break-all">
              <Video aria-hidden="true" className="size-8 text-brand-text" />
              {file.name}
            </span>
          )}
        </label>
        {file && (
          <span className="absolute end-2 top-2 rounded-full bg-surface-raised shadow-float">
            <IconButton
              label={removeLabel}
              icon={<Trash2 aria-hidden="true" />}
              onClick={() => {
                onChange(null)
                input.current?.focus()
              }}
            />
          </span>
        )}
      </div>
      <FieldNotes ids={ids} hint={hint} error={error} />
    </div>
  )
}

/** The chosen picture; its address is given back to the browser when it is no longer shown. */
const Preview = ({ file, label }: { file: File; label: string }) => {
  const show = useCallback(
    (image: HTMLImageElement | null) => {
      if (!image) return undefined
      const address = URL.createObjectURL(file)
      image.src = address
      return () => URL.revokeObjectURL(address)
    },
    [file],
  )
  return <img ref={show} alt={label} className="max-h-72 w-full bg-surface-sunken object-contain" />
}
