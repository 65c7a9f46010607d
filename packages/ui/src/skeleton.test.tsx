import { render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { Loading, Skeleton, SkeletonRows } from './skeleton.tsx'

test('a loading part is busy and says so once', () => {
  const { container } = render(
    <Loading label="Loading movements">
      <Skeleton shape="amount" />
      <SkeletonRows count={3} />
    </Loading>,
  )
  expect(container.firstElementChild).toHaveAttribute('aria-busy', 'true')
  expect(screen.getByRole('status')).toHaveTextContent('Loading movements')
  expect(container.textContent).toBe('Loading movements')
})
