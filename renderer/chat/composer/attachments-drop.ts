import { dialogSelector } from '../../ui/page/frame-keys.ts'
import { useEffect, useEffectEvent, useState } from 'react'

const hasFiles = ({ types }: DataTransfer): boolean => types.includes('Files')

/** Files on the clipboard, unless it has text with an image of itself, as when copied from a document. */
export function pastedFiles({ clipboardData }: { clipboardData: DataTransfer }): File[] {
  const isFormatted = clipboardData.types.includes('text/html') || clipboardData.types.includes('text/rtf')
  return isFormatted && clipboardData.getData('text/plain').trim() !== '' ? [] : [...clipboardData.files]
}

/**
 * Takes files that are dropped anywhere in the window, or pasted outside a field, unless a dialog is open or another
 * part takes them. No file replaces the page. Returns whether files are over the window.
 */
export function useFileDrop(onFiles: (files: File[]) => void): boolean {
  const [isOver, setOver] = useState(false)
  const take = useEffectEvent(onFiles)
  useEffect(() => {
    const leave = new AbortController()
    const { signal } = leave
    const over = (event: DragEvent): void => {
      if (!event.dataTransfer || event.defaultPrevented || !hasFiles(event.dataTransfer)) return setOver(false)
      event.preventDefault()
      event.dataTransfer.dropEffect = isCovered() ? 'none' : 'copy'
      setOver(!isCovered())
    }
    const drop = (event: DragEvent): void => {
      setOver(false)
      if (!event.dataTransfer || event.defaultPrevented || !hasFiles(event.dataTransfer)) return
      event.preventDefault()
      if (!isCovered()) take([...event.dataTransfer.files])
    }
    const paste = (event: globalThis.ClipboardEvent): void => {
      const { clipboardData, target } = event
      if (!clipboardData || event.defaultPrevented || isCovered() || isField(target)) return
      const files = pastedFiles({ clipboardData })
      if (files.length === 0) return
      event.preventDefault()
      take(files)
    }
    addEventListener('dragover', over, { signal })
    addEventListener('drop', drop, { signal })
    addEventListener('dragleave', ({ relatedTarget }) => relatedTarget === null && setOver(false), { signal })
    addEventListener('paste', paste, { signal })
    return () => leave.abort()
  }, [])
  return isOver
}

/** A dialog is in front of the page. */
const isCovered = (): boolean => document.querySelector(dialogSelector) !== null

const isField = (target: EventTarget | null): boolean =>
  target instanceof Element && target.closest('input, textarea, select, [contenteditable]') !== null
