import { useCallback, useState } from 'react'
import { useOnScreen } from '../../ui/arming/use-armed.ts'

/**
 * Whether all of this exact content has been on screen: nothing of it collapsed, as `reportWhole` reports, and its end
 * reached, which `endRef` marks. Answers that can cover the end have `tailRef` behind them: both must be in view at
 * once.
 */
export function useRead(content: string) {
  const [shown, setShown] = useState({ content: '', whole: false })
  const isWhole = shown.whole && shown.content === content
  // While something was collapsed, the end was elsewhere.
  const layout = isWhole ? content : ''
  const [endRef, isEndOnScreen] = useOnScreen<HTMLDivElement>(layout)
  const [tailRef, isTailOnScreen, tail] = useOnScreen<HTMLDivElement>(layout)
  const [read, setRead] = useState<string>()
  const reportWhole = useCallback((whole: boolean) => setShown({ content, whole }), [content])
  if (isWhole && isEndOnScreen && (isTailOnScreen || !tail) && read !== content) setRead(content)
  return { isRead: read === content, isWhole, reportWhole, endRef, tailRef }
}
