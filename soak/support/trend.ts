import { median } from '../../bench/lib/figures.ts'

/** How much more the last third is than the first, by their medians: 0.2 is a fifth more. */
export const drift = (values: readonly number[]): number => {
  const third = Math.ceil(values.length / 3)
  const first = median(values.slice(0, third))
  return first === 0 ? 0 : median(values.slice(-third)) / first - 1
}

/** Slope of the line that fits best, for each hour, as a share of the mean. Points are hours and values. */
export const risePerHour = (points: readonly (readonly [number, number])[]): number => {
  const mean = (values: number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length
  if (points.length < 2) return 0
  const [x, y] = [mean(points.map(([at]) => at)), mean(points.map(([, value]) => value))]
  const covariance = mean(points.map(([at, value]) => (at - x) * (value - y)))
  const variance = mean(points.map(([at]) => (at - x) ** 2))
  return variance === 0 || y === 0 ? 0 : covariance / variance / y
}
