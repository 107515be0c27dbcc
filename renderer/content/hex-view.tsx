import { useEffect, useMemo, useRef, useState, type RefObject } from 'react'
import { resources } from '../strings/resources.ts'
import { MoreButton } from '../ui/more-button.tsx'
import { formatBytes } from '../strings/format/time.ts'
import { bytesPerLine, hexLines, mostHexBytes } from './contents.ts'
import styles from './resource-contents.module.css'
import { bytesOfBase64 } from '../../shared/text/base64.ts'

const words = resources.contents

/** Lines shown before "Show more". */
const firstLines = 64

/** Binary content as bytes: its first 64 KB, as many per line as fit. */
export function HexView({ base64, bytes }: { base64: string; bytes: number }) {
  const box = useRef<HTMLPreElement>(null)
  const perLine = usePerLine(box)
  const first = useMemo(() => bytesOfBase64(base64, mostHexBytes), [base64])
  const lines = useMemo(() => first && hexLines(first, perLine), [first, perLine])
  const [isWhole, setWhole] = useState(false)
  if (!lines) return <p className="fs-small ink2">{words.noBase64}</p>
  const shown = isWhole ? lines.length : firstLines
  return (
    <>
      {bytes > mostHexBytes && (
        <p className="fs-small ink2">{words.first(formatBytes(mostHexBytes), formatBytes(bytes))}</p>
      )}
      <pre ref={box} className={styles.hex} tabIndex={0} aria-label={words.views.hex}>
        {lines.slice(0, shown).join('\n')}
        {lines.length > shown && (
          <div>
            <MoreButton onClick={() => setWhole(true)}>{words.moreLines(lines.length - shown)}</MoreButton>
          </div>
        )}
      </pre>
    </>
  )
}

/** How many bytes fit in a line, without scrolling if possible. */
function usePerLine(box: RefObject<HTMLElement | null>): number {
  const [perLine, setPerLine] = useState(16)
  useEffect(() => {
    const element = box.current
    if (!element) return undefined
    const observer = new ResizeObserver(([entry]) => {
      if (entry) setPerLine(bytesPerLine(entry.contentRect.width / characterWidth(element)))
    })
    observer.observe(element)
    return () => observer.disconnect()
  }, [box])
  return perLine
}

/** The character width of a monospace font. */
function characterWidth(element: HTMLElement): number {
  const probe = document.createElement('span')
  probe.textContent = '0'.repeat(10)
  probe.ariaHidden = 'true'
  element.append(probe)
  const { width } = probe.getBoundingClientRect()
  probe.remove()
  return width / 10
}
