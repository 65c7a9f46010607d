import { useEffect, useId, useRef } from 'react'
import { useTranslations } from 'use-intl'
import { drawSquare, type Frame } from './square.ts'

const PREVIEW_PX = 320

export type FramerProps = {
  photo: ImageBitmap
  frame: Frame
  onChange: (frame: Frame) => void
  /** What the preview shows, for screen readers. */
  label: string
  /** As it will be shown. */
  shape: 'round' | 'square'
}

/** The photo as others will see it, and what is to be in it: native sliders, which every keyboard and screen reader knows. */
export const Framer = ({ photo, frame, onChange, label, shape }: FramerProps) => {
  const t = useTranslations('picture')
  const canvas = useRef<HTMLCanvasElement>(null)
  useEffect(() => {
    if (canvas.current) drawSquare(canvas.current, photo, frame)
  }, [photo, frame])
  const isZoomed = frame.zoom > 1
  return (
    <div className="grid justify-items-center gap-5">
      <canvas
        ref={canvas}
        width={PREVIEW_PX}
        height={PREVIEW_PX}
        // What is drawn is a picture, and an img element could not be drawn into.
        // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role
        role="img"
        aria-label={label}
        className={`size-48 border border-border ${shape === 'round' ? 'rounded-full' : 'rounded-md'}`}
      />
      <div className="grid w-full gap-4">
        <Slider
          label={t('zoom')}
          min={1}
          max={3}
          value={frame.zoom}
          onChange={(zoom) => onChange({ ...frame, zoom })}
        />
        {(isZoomed || photo.width > photo.height) && (
          <Slider label={t('sideways')} min={-1} max={1} value={frame.x} onChange={(x) => onChange({ ...frame, x })} />
        )}
        {(isZoomed || photo.height > photo.width) && (
          <Slider label={t('upDown')} min={-1} max={1} value={frame.y} onChange={(y) => onChange({ ...frame, y })} />
        )}
      </div>
    </div>
  )
}

type SliderProps = { label: string; min: number; max: number; value: number; onChange: (value: number) => void }

const Slider = ({ label, min, max, value, onChange }: SliderProps) => {
  const id = useId()
  return (
    <div className="grid gap-1">
      <label htmlFor={id} className="text-sm font-semibold">
        {label}
      </label>
      <input
        id={id}
        type="range"
        min={min}
        max={max}
        step={(max - min) / 40}
        value={value}
        onChange={(event) => onChange(Number(event.target.value))}
        className="min-h-11 w-full accent-brand"
      />
    </div>
  )
}
