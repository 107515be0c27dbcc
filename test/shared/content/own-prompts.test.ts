import { describe, expect, test } from 'vitest'
import { fillGaps, gapsIn } from '../../../shared/content/own-prompts.ts'

describe('[OWN-2] a prompt of the user’s own', () => {
  test('has each gap once, in order, in any script', () => {
    expect(gapsIn('{{ topic }} and {{Länge}}, {{topic}} {{題}}')).toEqual(['topic', 'Länge', '題'])
    expect(gapsIn('{{}} {{ }} {topic} {{a{{b}} {{x;y}}')).toEqual(['b'])
  })

  test('takes values literally, and keeps a gap without a value', () => {
    expect(fillGaps('{{a}} {{b}} {{a}} {{c}}', { a: '$& {{b}}', b: '' })).toBe('$& {{b}}  $& {{b}} {{c}}')
    expect(fillGaps('{{constructor}}', {})).toBe('{{constructor}}')
  })
})
