import { useEffect, useMemo, useState } from 'react'
import { readPicture } from '../state/composer/image-bytes.ts'
import styles from './thumbnail.module.css'

/** A small image from its own bytes. Decorative: the name next to it says what it is. */
export function Thumbnail({ base64, size }: { base64: string; size: number }) {
  const picture = useMemo(() => readPicture(base64), [base64])
  const [url, setUrl] = useState<string>()
  useEffect(() => {
    if ('refused' in picture) return undefined
    const made = URL.createObjectURL(new Blob([picture.bytes], { type: picture.type }))
    // oxlint-disable-next-line react/set-state-in-effect -- the address exists only once it is drawn, and is given back when it is gone
    setUrl(made)
    return () => URL.revokeObjectURL(made)
  }, [picture])
  return url ? (
    <img className={styles.thumbnail} src={url} width={size} height={size} alt="" />
  ) : (
    <span className={styles.thumbnail} style={{ width: size, height: size }} />
  )
}
