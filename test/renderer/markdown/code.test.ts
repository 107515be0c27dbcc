import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, test } from 'vitest'
import { CodeAppearanceContext, CodeText } from '../../../renderer/markdown/code-text.tsx'
import { usualAppearance, type Appearance } from '../../../shared/config/settings.ts'

/** A block of twelve lines, as these choices render it. */
function block(choices: Partial<Pick<Appearance, 'codeLines' | 'lineNumbers'>>, isClosed = true): string {
  const parts = ['a\n'.repeat(10), 'b\nc\n']
  const code = createElement(CodeText, { language: 'text', parts, isClosed })
  return renderToStaticMarkup(createElement(CodeAppearanceContext, { value: { ...usualAppearance, ...choices } }, code))
}
const numbers = Array.from({ length: 12 }, (_, index) => index + 1).join('\n')

describe('[RND-10] line numbers', () => {
  test('are shown only if chosen, and apart from the code', () => {
    expect(block({ lineNumbers: 'shown' })).toContain(`aria-hidden="true">${numbers}</span><code>`)
    expect(block({})).not.toContain(numbers)
  })

  test('are absent while the block is written, and if its lines wrap', () => {
    expect(block({ lineNumbers: 'shown' }, false)).not.toContain(numbers)
    expect(block({ lineNumbers: 'shown', codeLines: 'wrap' })).not.toContain(numbers)
    expect(block({ codeLines: 'wrap' })).toContain('aria-pressed="true"')
  })
})
