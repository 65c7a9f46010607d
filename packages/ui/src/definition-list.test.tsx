import { render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { DefinitionList } from './definition-list.tsx'

test('a review pairs each label with its value, in order', () => {
  render(
    <DefinitionList
      rows={[
        { term: 'Fee', value: '$0.00' },
        { term: 'Total', value: '$25.00', strong: true },
      ]}
    />,
  )
  expect(screen.getAllByRole('term').map((term) => term.textContent)).toEqual(['Fee', 'Total'])
  expect(screen.getAllByRole('definition').map((value) => value.textContent)).toEqual(['$0.00', '$25.00'])
})
