import { useMemo, useState } from 'react'
import { strings } from '../strings/strings.ts'
import { MoreButton } from '../ui/more-button.tsx'
import { formatBytes } from '../ui/time.tsx'
import { firstBytes, hexLines, mostHexBytes } from './contents.ts'
import styles from './resource-contents.module.css'

const words = strings.resources.contents

/** Lines of bytes before "Show more". */
const firstLines = 64

/** What is binary, as bytes: the first 64 KB of it. */
export function HexView({ base64, bytes }: { base64: string; bytes: number }) {
  const lines = useMemo(() => {
    const first = firstBytes(base64, mostHexBytes)
    return first && hexLines(first)
  }, [base64])
  const [shown, setShown] = useState(firstLines)
  if (!lines) return <p className={styles.note}>{words.noBase64}</p>
  return (
    <>
      {bytes > mostHexBytes && (
        <p className={styles.note}>{words.first(formatBytes(mostHexBytes), formatBytes(bytes))}</p>
      )}
      <pre className={styles.hex} tabIndex={0} aria-label={words.views.hex}>
        {lines.slice(0, shown).join('\n')}
        {lines.length > shown && (
          <div>
            <MoreButton onClick={() => setShown(lines.length)}>{words.moreLines(lines.length - shown)}</MoreButton>
          </div>
        )}
      </pre>
    </>
  )
}
