import { useEffect, useMemo, useState } from 'react'
import { chat } from '../strings/chat.ts'
import { formatBytes } from '../strings/format/time.ts'
import { readPicture } from '../state/composer/image-bytes.ts'
import { classes } from '../ui/classes.ts'
import styles from './result-image.module.css'

const words = chat.picture

/** An image in a result, drawn from its own bytes; says why if it can't be drawn. `isLarge`: as high as the window allows. */
export function ResultImage({ data, isLarge = false }: { data: string; isLarge?: boolean }) {
  const picture = useMemo(() => readPicture(data), [data])
  const [url, setUrl] = useState<string>()
  useEffect(() => {
    if ('refused' in picture) return undefined
    const made = URL.createObjectURL(new Blob([picture.bytes], { type: picture.type }))
    // oxlint-disable-next-line react/set-state-in-effect -- the address exists only once it is drawn, and is given back when it is gone
    setUrl(made)
    return () => URL.revokeObjectURL(made)
  }, [picture])
  if ('refused' in picture) return <p className={styles.own}>{words.notShown(picture.refused)}</p>
  const { width, height, type, bytes } = picture
  const caption = `${width} × ${height} ${type.replace('image/', '').toUpperCase()}, ${formatBytes(bytes.length)}`
  return (
    <figure className={classes(styles.figure, isLarge && styles.large)}>
      {url && <img className={styles.image} src={url} width={width} height={height} alt={words.name(caption)} />}
      <figcaption className={styles.caption}>{caption}</figcaption>
    </figure>
  )
}
