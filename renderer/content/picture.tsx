import { useEffect, useMemo, useState } from 'react'
import { chat } from '../strings/chat.ts'
import { formatBytes } from '../strings/format/time.ts'
import { readPicture } from '../state/composer/image-bytes.ts'
import { classes } from '../ui/classes.ts'
import styles from './picture.module.css'

const words = chat.picture

/** An image as its own bytes describe it, or why it can't be drawn, and its address once it can be. */
function usePicture(base64: string) {
  const picture = useMemo(() => readPicture(base64), [base64])
  const [url, setUrl] = useState<string>()
  useEffect(() => {
    if ('refused' in picture) return undefined
    const made = URL.createObjectURL(new Blob([picture.bytes], { type: picture.type }))
    // oxlint-disable-next-line react/set-state-in-effect -- the address exists only once it is drawn, and is given back when it is gone
    setUrl(made)
    return () => URL.revokeObjectURL(made)
  }, [picture])
  return { picture, url }
}

/** An image in a result, drawn from its own bytes; says why if it can't be drawn. `isLarge`: as high as the window allows. */
export function ResultImage({ data, isLarge = false }: { data: string; isLarge?: boolean }) {
  const { picture, url } = usePicture(data)
  if ('refused' in picture) return <p className="small breaks ink3">{words.notShown(picture.refused)}</p>
  const { width, height, type, bytes } = picture
  const caption = `${width} × ${height} ${type.replace('image/', '').toUpperCase()}, ${formatBytes(bytes.length)}`
  return (
    <figure className={classes('stack gap1 start', isLarge && styles.large)}>
      {url && <img className={styles.image} src={url} width={width} height={height} alt={words.name(caption)} />}
      <figcaption className="small ink2">{caption}</figcaption>
    </figure>
  )
}

type ThumbnailProps = {
  base64: string
  /** Pixels of its longer side. */
  size: number
  /** Shows all of it instead of a square. */
  whole?: boolean
}

/** A small image from its own bytes. Decorative: the name next to it says what it is. */
export function Thumbnail({ base64, size, whole = false }: ThumbnailProps) {
  const { picture, url } = usePicture(base64)
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
