import type { Element } from 'hast'
import { useState, type MouseEvent, type ReactNode } from 'react'
import { openOutside } from '../state/carriers/open-outside.ts'
import { Phrase } from '../strings/phrase.tsx'
import { markdown } from '../strings/markdown.ts'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/overlay/dialog.tsx'
import { revealHidden } from '../../shared/text/hidden-characters.ts'
import { Pieces } from '../ui/third-party/ext.tsx'
import { otherHostIn, sayWhere, linkWordsOf } from './link-words.ts'
import styles from './markdown.module.css'
import { imageSource, linkTarget } from './policy.ts'

/**
 * A link that opens outside, with its host unless its text says it; a forbidden link is text that says why. A link
 * whose text names another host asks first; the window asks before it opens any.
 */
export function Link({ href, node, children }: { href: string; node: Element | undefined; children: ReactNode }) {
  /** The host named in the text, while the question is open. */
  const [other, setOther] = useState<string>()
  const target = linkTarget(href)
  if ('blocked' in target)
    return (
      <span className={styles.blocked}>
        {children} <small>{markdown.link.notOffered(target.blocked)}</small>
      </span>
    )
  const words = linkWordsOf(node)
  if ('path' in target)
    return (
      <span className={styles.blocked}>
        {children}
        {words.text.trim() !== target.path && (
          <small>
            {' '}
            <code>
              <Pieces pieces={revealHidden(target.path)} />
            </code>
          </small>
        )}
      </span>
    )
  const ask = (event: MouseEvent): void => {
    const named = window.atrium || event.button === 2 ? undefined : otherHostIn(words, target)
    if (named === undefined) return
    event.preventDefault()
    setOther(named)
  }
  return (
    <>
      <a
        href={target.href}
        title={target.href}
        target="_blank"
        rel="noopener noreferrer nofollow"
        onClick={ask}
        onAuxClick={ask}
      >
        {children}
      </a>
      {!sayWhere(words, target) && <small className={styles.host}> ({target.host})</small>}
      {other !== undefined && <Elsewhere {...target} other={other} onClose={() => setOther(undefined)} />}
    </>
  )
}

type ElsewhereProps = { href: string; host: string; other: string; onClose(): void }

/** Asks before opening a page whose host isn't the one named in its link's text. */
function Elsewhere({ href, host, other, onClose }: ElsewhereProps) {
  const words = markdown.elsewhere
  const open = (): void => {
    onClose()
    openOutside(href)
  }
  return (
    <Dialog
      open
      onClose={onClose}
      title={words.title(host)}
      footer={
        <>
          <Button onClick={onClose}>{words.stay}</Button>
          <Button onClick={open}>{words.open(host)}</Button>
        </>
      }
    >
      <p>
        <Phrase text={words.help} slots={{ host: <code>{host}</code>, other: <OtherHost name={other} /> }} />
      </p>
      <code className="breaks block">{href}</code>
    </Dialog>
  )
}

const OtherHost = ({ name }: { name: string }) => (
  <code>
    <Pieces pieces={revealHidden(name)} />
  </code>
)

/** An image that carries its own bytes, or a line about one that Atrium doesn't load. */
export function Image({ src, alt }: { src: string; alt: string }) {
  const source = imageSource(src)
  if ('src' in source) return <img className={styles.image} src={source.src} alt={alt} />
  const words = markdown.image
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
