import { useMemo } from 'react'
import { encode } from 'uqr'

const addressOf = (text: string): string => {
  const { size, data } = encode(text, { ecc: 'M', border: 2 })
  const dark = data.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : []))).join('')
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${size} ${size}" shape-rendering="crispEdges"><path fill="#fff" d="M0 0h${size}v${size}H0z"/><path d="${dark}"/></svg>`
  return `data:image/svg+xml,${encodeURIComponent(svg)}`
}

/** A QR code, drawn here: what it holds goes to no one else. Dark on light in either theme, as cameras want it. */
export const Qr = ({ text, label }: { text: string; label: string }) => {
  const address = useMemo(() => addressOf(text), [text])
  return <img src={address} alt={label} className="mx-auto size-52 rounded-md" />
}
