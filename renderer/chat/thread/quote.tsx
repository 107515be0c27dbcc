import { useEffect, useState, type RefObject } from 'react'
import { addToComposer } from '../../state/composer/filling.ts'
import { chat } from '../../strings/chat.ts'
import { useSession } from '../../state/replica.ts'
import { Button } from '../../ui/button.tsx'
import { focusPage, isTextField } from '../../ui/page/focus-page.ts'

/** The longest passage that is quoted, in characters. */
const mostQuoted = 20_000

/** Offers to quote the passage that is selected in the thread, in the message field. */
export function Quote({ within }: { within: RefObject<HTMLElement | null> }) {
  const passage = useSelected(within)
  const right = useSession()?.right
  if (passage === '' || right === 'read') return null
  const quote = (): void => {
    addToComposer(asQuotation(passage))
    getSelection()?.removeAllRanges()
    focusPage()
  }
  return (
    <Button size="sm" icon="quote" onPointerDown={(event) => event.preventDefault()} onClick={quote}>
      {chat.thread.quote}
    </Button>
  )
}

/** A passage as a Markdown quotation, and an empty line after it. */
export const asQuotation = (passage: string): string =>
  `${passage
    .slice(0, mostQuoted)
    .replaceAll(/\s*\n\s*\n\s*/g, '\n\n')
    .trim()
    .split('\n')
    .map((line) => `> ${line}`.trimEnd())
    .join('\n')}\n\n`

/** The selected text inside the element, read once per frame. */
function useSelected(within: RefObject<HTMLElement | null>): string {
  const [passage, setPassage] = useState('')
  useEffect(() => {
    const element = within.current
    if (!element) return undefined
    let frame = 0
    const read = (): void => {
      frame = 0
      const selection = getSelection()
      const range =
        selection && selection.rangeCount > 0 && !selection.isCollapsed ? selection.getRangeAt(0) : undefined
      const isWithin =
        range !== undefined && element.contains(range.commonAncestorContainer) && !isTextField(document.activeElement)
      setPassage(isWithin ? (selection?.toString().trim() ?? '') : '')
    }
    const soon = (): void => void (frame ||= requestAnimationFrame(read))
    document.addEventListener('selectionchange', soon)
    return () => {
      cancelAnimationFrame(frame)
      document.removeEventListener('selectionchange', soon)
    }
  }, [within])
  return passage
}
