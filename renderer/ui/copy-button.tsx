import { useEffect, useState } from 'react'
import { ui } from '../strings/ui.ts'
import { useAction } from '../state/action.ts'
import { IconButton } from './button.tsx'
import type { IconName } from './icon.tsx'

/** Milliseconds for which the button confirms success. */
const doneMs = 2000

type CopyButtonProps = { label: string; icon?: IconName; text: () => string | Promise<string> }

/** Copies a text, made or fetched on press, and confirms it. */
export function CopyButton({ label, icon = 'copy', text }: CopyButtonProps) {
  const [isDone, setDone] = useState(false)
  const copy = useAction(async () => navigator.clipboard.writeText(await text()))
  useEffect(() => {
    if (!isDone) return undefined
    const timer = setTimeout(() => setDone(false), doneMs)
    return () => clearTimeout(timer)
  }, [isDone])
  return (
    <IconButton
      size="sm"
      icon={isDone ? 'check' : copy.problem === undefined ? icon : 'warning'}
      label={isDone ? ui.copied : (copy.problem ?? label)}
      onClick={() => void copy.run().then(setDone)}
    />
  )
}
