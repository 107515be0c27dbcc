import { useEffect, useMemo, useState } from 'react'
import { readPicture } from '../state/composer/image-bytes.ts'
import styles from './thumbnail.module.css'

type ThumbnailProps = {
  base64: string
  /** Pixels of its longer side. */
  size: number
  /** Shows all of it instead of a square. */
  whole?: boolean
}

/** A small image from its own bytes. Decorative: the name next to it says what it is. */
export function Thumbnail({ base64, size, whole = false }: ThumbnailProps) {
  const picture = useMemo(() => readPicture(base64), [base64])
  const [url, setUrl] = useState<string>()
  useEffect(() => {
    if ('refused' in picture) return undefined
    const made = URL.createObjectURL(new Blob([picture.bytes], { type: picture.type }))
    // oxlint-disable-next-line react/set-state-in-effect -- the address exists only once it is drawn, and is given back when it is gone
    setUrl(made)
    return () => URL.revokeObjectURL(made)
  }, [picture])
  const box = whole && !('refused' in picture) ? fitted(picture, size) : { width: size, height: size }
  return url ? (
    <img className={styles.thumbnail} src={url} {...box} alt="" />
  ) : (
    <span className={styles.thumbnail} style={box} />
  )
}

/** The size of an image within a square, never enlarged. */
function fitted({ width, height }: { width: number; height: number }, size: number): { width: number; height: number } {
  const scale = Math.min(1, size / Math.max(width, height))
  return { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) }
}
