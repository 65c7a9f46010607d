/** The camera that looks for a code. Its stream ends with the screen, and as soon as a code was read. */
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { clock } from '#lib/browser/clock.ts'
import { loadReader } from './read-qr.ts'

export type CameraState = 'off' | 'asking' | 'on' | 'refused' | 'missing' | 'busy'

/** Often enough to feel at once, seldom enough for an old phone. */
const LOOK_MS = 200

const whyNot = (error: unknown): CameraState => {
  const name = error instanceof DOMException ? error.name : ''
  if (name === 'NotAllowedError' || name === 'SecurityError') return 'refused'
  return name === 'NotReadableError' || name === 'AbortError' ? 'busy' : 'missing'
}

/** @param onCode called with the text of each code that comes into view; answers whether to stop looking */
export const useCamera = (onCode: (text: string) => boolean) => {
  const video = useRef<HTMLVideoElement>(null)
  const [state, setState] = useState<CameraState>('off')
  const [isWanted, setWanted] = useState(false)
  const seen = useEffectEvent(onCode)

  useEffect(() => {
    if (!isWanted) return undefined
    let isOver = false
    let stream: MediaStream | null = null
    let stopLooking = () => undefined as void
    const end = () => {
      isOver = true
      stopLooking()
      for (const track of stream?.getTracks() ?? []) track.stop()
    }
    const begin = async () => {
      setState('asking')
      try {
        const [opened, read] = await Promise.all([
          navigator.mediaDevices.getUserMedia({ video: { facingMode: 'environment' }, audio: false }),
          loadReader(),
        ])
        stream = opened
        // Left while the browser was asking.
        if (isOver) return end()
        const element = video.current
        if (!element) return end()
        element.srcObject = stream
        await element.play()
        setState('on')
        let isLooking = false
        stopLooking = clock.every(LOOK_MS, () => {
          if (isLooking || isOver) return
          isLooking = true
          void read(element)
            .then((text) => {
              if (text === null || isOver || !seen(text)) return
              end()
              setState('off')
              setWanted(false)
            })
            .catch(() => undefined)
            .finally(() => {
              isLooking = false
            })
        })
      } catch (error) {
        end()
        setState(whyNot(error))
        setWanted(false)
      }
      return undefined
    }
    void begin()
    return end
  }, [isWanted])

  return {
    video,
    state,
    start: () => setWanted(true),
  }
}
