import type { ReactNode } from 'react'
import { Phrase } from '../strings/phrase.tsx'
import { strings } from '../strings/strings.ts'
import { revealHidden } from '../ui/hidden-characters.ts'
import { Pieces } from '../ui/ext.tsx'
import styles from './markdown.module.css'
import { imageSource, linkTarget } from './policy.ts'

/** A link that opens outside, with its host; what may not be followed is text that says why. */
export function Link({ href, children }: { href: string; children: ReactNode }) {
  const target = linkTarget(href)
  if ('blocked' in target)
    return (
      <span className={styles.blocked}>
        {children} <small>{strings.markdown.link.notOffered(target.blocked)}</small>
      </span>
    )
  const host = textOf(children).includes(target.host) ? undefined : target.host
  return (
    <>
      <a href={target.href} title={target.href} target="_blank" rel="noopener noreferrer nofollow">
        {children}
      </a>
      {host !== undefined && <small className={styles.host}> ({host})</small>}
    </>
  )
}

/** An image that carries its own bytes, or a line about one that Atrium does not load. */
export function Image({ src, alt }: { src: string; alt: string }) {
  const source = imageSource(src)
  if ('src' in source) return <img className={styles.image} src={source.src} alt={alt} />
  const words = strings.markdown.image
  const name = (
    <bdi>
      <Pieces pieces={revealHidden(alt)} />
    </bdi>
  )
  return (
    <span className={styles.blocked}>
      <Phrase text={alt === '' ? words.unnamed : words.named} slots={{ name }} />{' '}
      <small>{words.notLoaded(source.blocked)}</small>
    </span>
  )
}

const textOf = (children: ReactNode): string =>
  Array.isArray(children) ? children.map(textOf).join('') : typeof children === 'string' ? children : ''
