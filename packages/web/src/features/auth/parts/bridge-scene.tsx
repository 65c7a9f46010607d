const hangers = Array.from({ length: 19 }, (_, at) => {
  const x = 40 + at * 20
  // The cable hangs in a parabola between the towers at 20 and 420.
  const y = 70 + 100 * (1 - ((x - 220) / 200) ** 2)
  return { x, y }
})

/** A suspension bridge over still water, drawn in lines; decorative. */
export const BridgeScene = () => (
  <svg viewBox="0 0 440 260" fill="none" className="w-full text-hero-line" stroke="currentColor" strokeWidth="2">
    <path d="M20 50v170M30 50v170M420 50v170M410 50v170" strokeWidth="3" />
    <path d="M20 70Q220 270 420 70M-60 150Q-10 110 20 70M500 150Q450 110 420 70" />
    {hangers.map(({ x, y }) => (
      <path key={x} d={`M${x} ${y.toFixed(1)}V190`} strokeWidth="1.25" />
    ))}
    <path d="M-20 190h480M-20 198h480" strokeWidth="3" />
    <path d="M0 232h120M150 232h40M230 232h150M60 246h90M190 246h160M400 246h40" strokeLinecap="round" opacity="0.7" />
  </svg>
)
