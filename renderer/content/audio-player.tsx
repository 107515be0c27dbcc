import { useEffect, useMemo, useState } from 'react'
import { resources } from '../strings/resources.ts'
import styles from './resource-contents.module.css'
import { bytesOfBase64 } from '../../shared/text/base64.ts'

const words = resources.contents

/** Max bytes handed to the player. */
const mostBytes = 20_000_000

/** Audio from its own bytes. Doesn't play before the user starts it. */
export function AudioPlayer({ base64, type }: { base64: string; type: string }) {
  const bytes = useMemo(() => bytesOfBase64(base64, mostBytes), [base64])
  const [url, setUrl] = useState<string>()
  const [isUnplayable, setUnplayable] = useState(false)
  useEffect(() => {
    if (!bytes) return undefined
    const made = URL.createObjectURL(new Blob([bytes], { type: type.split(';', 1)[0] ?? '' }))
    // oxlint-disable-next-line react/set-state-in-effect -- the address exists only once it is drawn, and is given back when it is gone
    setUrl(made)
    setUnplayable(false)
    return () => URL.revokeObjectURL(made)
  }, [bytes, type])
  if (!bytes) return <p className="fs-small ink2">{words.noBase64}</p>
  if (isUnplayable) return <p className="fs-small ink2">{words.unplayable}</p>
  if (url === undefined) return null
  return (
    <audio className={styles.audio} controls preload="metadata" src={url} onError={() => setUnplayable(true)}>
      {words.noPlayer}
    </audio>
  )
}
