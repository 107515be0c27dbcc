import { useEffect, useState, type ClipboardEvent, type DragEvent } from 'react'

const hasFiles = ({ types }: DataTransfer): boolean => types.includes('Files')

/** Files on the clipboard, unless it has text with an image of itself, as when copied from a document. */
export function pastedFiles({ clipboardData }: Pick<ClipboardEvent, 'clipboardData'>): File[] {
  const isFormatted = clipboardData.types.includes('text/html') || clipboardData.types.includes('text/rtf')
  return isFormatted && clipboardData.getData('text/plain').trim() !== '' ? [] : [...clipboardData.files]
}

/** Makes an element a drop target for files. A file dropped next to it doesn't replace the page. */
export function useFileDrop(onFiles: (files: File[]) => void) {
  const [isOver, setOver] = useState(false)
  useEffect(() => {
    const refuse = (event: globalThis.DragEvent): void => {
      if (!event.dataTransfer || event.defaultPrevented || !hasFiles(event.dataTransfer)) return
      event.preventDefault()
      event.dataTransfer.dropEffect = 'none'
    }
    addEventListener('dragover', refuse)
    addEventListener('drop', refuse)
    return () => {
      removeEventListener('dragover', refuse)
      removeEventListener('drop', refuse)
    }
  }, [])
  return {
    isOver,
    handlers: {
      onDragOver: (event: DragEvent) => {
        if (!hasFiles(event.dataTransfer)) return
        event.preventDefault()
        event.dataTransfer.dropEffect = 'copy'
        setOver(true)
      },
      onDragLeave: (event: DragEvent) => {
        const to = event.relatedTarget
        if (!(to instanceof Node && event.currentTarget.contains(to))) setOver(false)
      },
      onDrop: (event: DragEvent) => {
        if (!hasFiles(event.dataTransfer)) return
        event.preventDefault()
        setOver(false)
        onFiles([...event.dataTransfer.files])
      },
    },
  }
}
