import { expect, test } from 'vitest'
import { fitted } from './shrink-photo.ts'
import { CENTRED, squareOf } from './square.ts'

const wide = { width: 400, height: 200 }

test.each([
  ['the middle of a wide photo', wide, CENTRED, { left: 100, top: 0, side: 200 }],
  ['its right end', wide, { ...CENTRED, x: 1 }, { left: 200, top: 0, side: 200 }],
  ['the middle of a tall photo', { width: 200, height: 400 }, CENTRED, { left: 0, top: 100, side: 200 }],
  ['half of it, at the top left', wide, { x: -1, y: -1, zoom: 2 }, { left: 0, top: 0, side: 100 }],
  ['never more than there is', wide, { ...CENTRED, zoom: 0.5 }, { left: 100, top: 0, side: 200 }],
])('the square is %s', (_what, size, frame, square) => {
  expect(squareOf(size, frame)).toEqual(square)
})

test('a large photo shrinks to its longest edge and a small one keeps its size', () => {
  expect(fitted(8000, 6000)).toEqual({ width: 2560, height: 1920 })
  expect(fitted(3000, 6000)).toEqual({ width: 1280, height: 2560 })
  expect(fitted(1200, 800)).toEqual({ width: 1200, height: 800 })
})
